import { ask, openSession } from "../../faults/kiln-process.ts";
import { headersFrames, hpack, INITIAL_WINDOW, requestHeaders, windowUpdate } from "../frames.ts";
import { send } from "../honest-client.ts";
import { configMap } from "../prepare-target.ts";
import { sleep } from "../raw-connection.ts";
import { openRawHttp2 } from "../raw-http2.ts";
import type { Row, Target } from "../row.ts";

const LARGE = "/api/v1/namespaces/tenant/configmaps";
const SMALL = "/api/v1/namespaces/many/configmaps";
const MAX_WINDOW = 2 ** 31 - 1;

interface Reading {
  readonly path: string;
  readonly accept?: string;
  readonly streams: number;
}

/** Sends requests on many streams and reads all responses, until no more bytes arrive or the time is over. */
async function readAll(
  target: Target,
  { path, accept = "application/json", streams }: Reading,
): Promise<readonly string[]> {
  const client = await openRawHttp2(target, { settings: [[INITIAL_WINDOW, MAX_WINDOW]] });
  await client.send(windowUpdate(0, MAX_WINDOW - 65_535));
  const block = hpack(
    requestHeaders("GET", path, [
      ["authorization", `Bearer ${target.tokens.view}`],
      ["accept", accept],
    ]),
  );
  const ids = Array.from({ length: streams }, (_, i) => 2 * i + 1);
  await client.send(Buffer.concat(ids.map((stream) => headersFrames({ stream, block, isLast: true }))));
  let seen = -1;
  while (!client.isCut && target.leftMs() > 0 && client.connection.receivedBytes !== seen) {
    seen = client.connection.receivedBytes;
    await sleep(1000);
  }
  const isCut = client.isCut;
  client.connection.destroy();
  return isCut ? ["the connection of a reader was cut"] : [];
}

/** Watches from a revision before all objects, so that each watch receives the whole history. */
async function replayHistory(target: Target): Promise<readonly string[]> {
  return readAll(target, { path: `${SMALL}?watch=true&resourceVersion=20&timeoutSeconds=5`, streams: 200 });
}

/** Replaces one object of 1.4 MB repeatedly: history, event rings and managed fields must stay bounded. */
async function rewrite(target: Target): Promise<readonly string[]> {
  const session = await openSession(target.admin);
  const path = `${LARGE}/rewritten`;
  await send(target, {
    method: "POST",
    path: LARGE,
    token: target.tokens.edit,
    body: JSON.stringify(configMap("rewritten", {})),
  });
  const bad: string[] = [];
  for (let i = 0; i < 300 * target.scale && target.leftMs() > 0 && bad.length < 3; i++) {
    const body = JSON.stringify(configMap("rewritten", { text: String(i).padEnd(1_000_000, "z") }));
    const { status } = await send(target, {
      method: "PUT",
      path: `${path}?fieldManager=m${i}`,
      token: target.tokens.edit,
      body,
    });
    if (status !== 200) {
      bad.push(`PUT ${i}: ${status}`);
    }
  }
  const { status } = await ask(session, `GET ${path}`);
  session.destroy();
  return status === 200 ? bad : [...bad, `GET: ${status}`];
}

/** Sends bodies of 2.9 MB at the same time: the server must not keep all that wait in memory. */
async function writeAtOnce(target: Target): Promise<readonly string[]> {
  const body = JSON.stringify(configMap("big", { text: "w".repeat(2_900_000) }));
  const count = Math.ceil(300 * Math.max(0.2, target.scale));
  const answers = await Promise.allSettled(
    Array.from({ length: count }, () => send(target, { method: "POST", path: LARGE, token: target.tokens.edit, body })),
  );
  const odd = answers.flatMap((answer) =>
    answer.status === "fulfilled" && answer.value.status >= 500 && !answer.value.text.includes("request is too large")
      ? [answer.value.status]
      : [],
  );
  return odd.length === 0 ? [] : [`${odd.length} of ${count} were answered with ${odd[0]}`];
}

const forms: readonly { readonly name: string; readonly accept: string }[] = [
  { name: "json", accept: "application/json" },
  { name: "yaml", accept: "application/yaml" },
  { name: "table", accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
  { name: "protobuf", accept: "application/vnd.kubernetes.protobuf" },
];

export const busyReaderRows: readonly Row[] = [
  ...forms.flatMap(({ name, accept }): Row[] => [
    {
      name: `read-large-${name}`,
      identity: "view",
      sends: `HTTP/2: 20 lists of 18 MB as ${name} at once, all read`,
      seconds: 3,
      batch: "read",
      attack: (target) => readAll(target, { path: LARGE, accept, streams: 20 }),
    },
    {
      name: `read-many-${name}`,
      identity: "view",
      sends: `HTTP/2: 200 lists of 2,000 objects as ${name} at once, all read`,
      seconds: 3,
      batch: "read",
      attack: (target) => readAll(target, { path: SMALL, accept, streams: 200 }),
    },
  ]),
  {
    name: "read-large-pretty",
    identity: "view",
    sends: "HTTP/2: 20 lists of 18 MB with ?pretty=true at once, all read",
    batch: "read",
    attack: (target) => readAll(target, { path: `${LARGE}?pretty=true`, streams: 20 }),
  },
  {
    name: "read-large-metadata",
    identity: "view",
    sends: "HTTP/2: 20 lists of the metadata of 18 MB at once, all read",
    batch: "read",
    attack: (target) =>
      readAll(target, {
        path: LARGE,
        accept: "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
        streams: 20,
      }),
  },
  {
    name: "read-openapi",
    identity: "view",
    sends: "HTTP/2: 50 requests for /openapi/v2 in both encodings at once, all read",
    batch: "read",
    attack: async (target) => [
      ...(await readAll(target, { path: "/openapi/v2", streams: 50 })),
      ...(await readAll(target, {
        path: "/openapi/v2",
        accept: "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
        streams: 50,
      })),
    ],
  },
  {
    name: "read-history",
    identity: "view",
    sends: "HTTP/2: 200 watches that start before 2,000 changes, all read",
    attack: replayHistory,
  },
  {
    name: "write-rewrite",
    identity: "edit",
    sends: "300 updates of an object of 1 MB by 300 field managers",
    seconds: 10,
    attack: rewrite,
  },
  {
    name: "write-at-once",
    identity: "edit",
    sends: "300 bodies of 2.9 MB at the same time",
    seconds: 60,
    isShort: true,
    attack: writeAtOnce,
  },
];
