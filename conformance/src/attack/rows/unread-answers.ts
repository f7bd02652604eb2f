import { headersFrames, hpack, INITIAL_WINDOW, requestHeaders, windowUpdate } from "../frames.ts";
import { send } from "../honest-client.ts";
import { configMap } from "../prepare-target.ts";
import { openMany, openRaw, type RawConnection, sleep } from "../raw-connection.ts";
import { openRawHttp2, type RawHttp2 } from "../raw-http2.ts";
import type { Identity, Row, Target } from "../row.ts";

const LIST = "/api/v1/namespaces/tenant/configmaps";
const STREAMS = 250;
const CONNECTIONS = 4;
const HTTP1_CONNECTIONS = 300;
/** Time for the server to produce answers that the client never reads. */
const HOLD_MS = 2500;

interface Unread {
  readonly path: string;
  readonly accept?: string;
  readonly encoding?: string;
  readonly streams?: number;
  readonly connections?: number;
}

function headersOf(target: Target, { accept = "application/json", encoding }: Unread): (readonly [string, string])[] {
  return [
    ["authorization", `Bearer ${target.tokens.view}`],
    ["accept", accept],
    ...(encoding === undefined ? [] : [["accept-encoding", encoding] as const]),
  ];
}

async function holdHttp2(target: Target, unread: Unread): Promise<readonly string[]> {
  const { path, streams = STREAMS, connections = CONNECTIONS } = unread;
  const clients = await openMany(connections, () => openRawHttp2(target, { settings: [[INITIAL_WINDOW, 0]] }));
  const block = hpack(requestHeaders("GET", path, headersOf(target, unread)));
  const heads = Array.from({ length: streams }, (_, i) => headersFrames({ stream: 2 * i + 1, block, isLast: true }));
  await Promise.all(clients.map((client) => client.send(Buffer.concat(heads))));
  await sleep(HOLD_MS);
  for (const { connection } of clients) {
    connection.destroy();
  }
  return [];
}

async function holdHttp1(target: Target, unread: Unread): Promise<readonly string[]> {
  const { path, connections = HTTP1_CONNECTIONS, streams = 1 } = unread;
  const clients = await openMany(connections, () => openRaw(target, { isDeaf: true }));
  const lines = headersOf(target, unread).map(([name, value]) => `${name}: ${value}\r\n`);
  const message = `GET ${path} HTTP/1.1\r\nHost: kiln\r\n${lines.join("")}\r\n`;
  await Promise.all(clients.map((client) => client.send(message.repeat(streams), 1000)));
  await sleep(HOLD_MS);
  for (const client of clients) {
    client.destroy();
  }
  return [];
}

const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";
const forms: readonly { readonly name: string; readonly accept: string }[] = [
  { name: "json", accept: "application/json" },
  { name: "yaml", accept: "application/yaml" },
  { name: "table", accept: TABLE },
  { name: "protobuf", accept: "application/vnd.kubernetes.protobuf" },
  { name: "cbor", accept: "application/cbor" },
];

const lists: readonly Row[] = forms.flatMap(({ name, accept }) => [
  {
    name: `unread-list-${name}-h2`,
    identity: "view" as const,
    sends: `HTTP/2: 1,000 lists of 18 MB as ${name}, send window 0`,
    isShort: name === "json" || name === "protobuf",
    attack: (target: Target) => holdHttp2(target, { path: LIST, accept }),
  },
  {
    name: `unread-list-${name}-h1`,
    identity: "view" as const,
    sends: `HTTP/1.1: 300 connections, a list of 18 MB as ${name} each, never read`,
    attack: (target: Target) => holdHttp1(target, { path: LIST, accept }),
  },
]);

/** Extends the windows by one byte, stream after stream, so that every response progresses and none ends. */
async function drip(target: Target, unread: Unread): Promise<readonly string[]> {
  const clients = await openMany(CONNECTIONS, () => openRawHttp2(target, { settings: [[INITIAL_WINDOW, 0]] }));
  const block = hpack(requestHeaders("GET", unread.path, headersOf(target, unread)));
  const ids = Array.from({ length: STREAMS }, (_, i) => 2 * i + 1);
  await Promise.all(
    clients.map((client) =>
      client.send(Buffer.concat(ids.map((stream) => headersFrames({ stream, block, isLast: true })))),
    ),
  );
  const step = Buffer.concat(ids.map((stream) => windowUpdate(stream, 1)));
  for (let i = 0; i < 12 && target.leftMs() > 0; i++) {
    await sleep(250);
    await Promise.all(clients.map((client) => client.send(step)));
  }
  for (const { connection } of clients) {
    connection.destroy();
  }
  return [];
}

/** Opens watches that are never read, beside a client that writes large objects. */
async function stallWatches(target: Target): Promise<readonly string[]> {
  const clients: (RawHttp2 | RawConnection)[] = await openMany(2, () =>
    openRawHttp2(target, { settings: [[INITIAL_WINDOW, 0]] }),
  );
  const unread = { path: `${LIST}?watch=true&resourceVersion=0` };
  const block = hpack(requestHeaders("GET", `${LIST}?watch=true`, headersOf(target, unread)));
  const heads = Array.from({ length: STREAMS }, (_, i) => headersFrames({ stream: 2 * i + 1, block, isLast: true }));
  for (const client of clients) {
    await client.send(Buffer.concat(heads));
  }
  const updates = Math.ceil(400 * target.scale);
  for (let i = 0; i < updates && target.leftMs() > 0; i++) {
    const body = JSON.stringify(configMap("changing", { text: String(i).padEnd(100_000, "y") }));
    const method = i === 0 ? "POST" : "PUT";
    const path = i === 0 ? LIST : `${LIST}/changing`;
    const { status } = await send(target, { method, path, body, token: "certificate" });
    if (status >= 300) {
      return [`the write beside them was answered with ${status}`];
    }
  }
  for (const client of clients) {
    ("connection" in client ? client.connection : client).destroy();
  }
  return [];
}

const view: Identity = "view";

export const unreadAnswerRows: readonly Row[] = [
  ...lists,
  {
    name: "unread-list-gzip-h1",
    identity: view,
    sends: "HTTP/1.1: 300 connections, a list of 18 MB in gzip each, never read",
    attack: (target) => holdHttp1(target, { path: LIST, encoding: "gzip" }),
  },
  {
    name: "unread-list-gzip-h2",
    identity: view,
    sends: "HTTP/2: 1,000 lists of 18 MB in gzip, send window 0",
    attack: (target) => holdHttp2(target, { path: LIST, encoding: "gzip" }),
  },
  {
    name: "unread-list-pipelined",
    identity: view,
    sends: "HTTP/1.1: 20 connections, 500 lists in one packet each, never read",
    attack: (target) => holdHttp1(target, { path: LIST, connections: 20, streams: 500 }),
  },
  {
    name: "unread-get",
    identity: view,
    sends: "HTTP/2: 5,000 GETs of an object of 900 KB on 20 connections, send window 0",
    attack: (target) => holdHttp2(target, { path: `${LIST}/large-0`, connections: 20 }),
  },
  {
    name: "unread-list-drip",
    identity: view,
    sends: "HTTP/2: 1,000 lists of 18 MB, one byte of window a stream four times a second",
    attack: (target) => drip(target, { path: LIST }),
  },
  {
    name: "unread-list-many-small",
    identity: view,
    sends: "HTTP/2: 1,000 lists of 2,000 objects as tables, send window 0",
    attack: (target) => holdHttp2(target, { path: "/api/v1/namespaces/many/configmaps", accept: TABLE }),
  },
  {
    name: "unread-openapi",
    identity: view,
    sends: "HTTP/2: 1,000 requests for /openapi/v2, send window 0",
    attack: (target) => holdHttp2(target, { path: "/openapi/v2" }),
  },
  {
    name: "unread-discovery",
    identity: view,
    sends: "HTTP/2: 1,000 requests for the whole discovery, send window 0",
    attack: (target) =>
      holdHttp2(target, {
        path: "/apis",
        accept: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
      }),
  },
  {
    name: "unread-watch-initial",
    identity: view,
    sends: "HTTP/2: 1,000 watches that start with 18 MB of objects, send window 0",
    isShort: true,
    attack: (target) => holdHttp2(target, { path: `${LIST}?watch=true&resourceVersion=0` }),
  },
  {
    name: "unread-watch-initial-h1",
    identity: view,
    sends: "HTTP/1.1: 300 watches that start with 18 MB of objects, never read",
    attack: (target) => holdHttp1(target, { path: `${LIST}?watch=true&resourceVersion=0` }),
  },
  {
    name: "unread-watch-initial-table",
    identity: view,
    sends: "HTTP/2: 1,000 watches that start with 18 MB of objects as tables, send window 0",
    attack: (target) => holdHttp2(target, { path: `${LIST}?watch=true&resourceVersion=0`, accept: TABLE }),
  },
  {
    name: "unread-watch-events",
    identity: view,
    sends: "HTTP/2: 500 watches, send window 0, beside 400 updates of 100 KB",
    seconds: 10,
    attack: stallWatches,
  },
  {
    name: "unread-401",
    identity: "anonymous",
    sends: "HTTP/2: 20,000 requests that are refused, on 80 connections, send window 0",
    attack: async (target) =>
      holdHttp2({ ...target, tokens: { ...target.tokens, view: "wrong" } }, { path: LIST, connections: 80 }),
  },
];
