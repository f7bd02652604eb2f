import { ask, openSession } from "../../faults/kiln-process.ts";
import { headersFrames, hpack, requestHeaders, reset } from "../frames.ts";
import { openMany, sleep } from "../raw-connection.ts";
import { openRawHttp2 } from "../raw-http2.ts";
import type { Row, Target } from "../row.ts";

const CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const WATCH = "/api/v1/namespaces/many/configmaps?watch=true&fieldSelector=metadata.name=small-0";

function definition(plural: string): object {
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.attack.example.com` },
    spec: {
      group: "attack.example.com",
      scope: "Cluster",
      names: { plural, kind: `K${plural}` },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  };
}

/** Creates and deletes alternately, 16 at a time. */
async function churn(
  target: Target,
  live: (session: Awaited<ReturnType<typeof openSession>>, i: number) => Promise<number[]>,
): Promise<readonly string[]> {
  const session = await openSession(target.admin);
  const bad = new Map<number, number>();
  let next = 0;
  const work = async () => {
    while (next < 1000 * target.scale && target.leftMs() > 0) {
      for (const status of await live(session, next++)) {
        bad.set(status, (bad.get(status) ?? 0) + 1);
      }
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  session.destroy();
  return [...bad].map(([status, count]) => `${count} requests were answered with ${status}`);
}

const isBad = ({ status }: { readonly status: number }) => status >= 500;

/** A controller that cancels its watches at an honest rate must keep its connection. */
async function cancelWatches(target: Target): Promise<readonly string[]> {
  const client = await openRawHttp2(target);
  const block = hpack(requestHeaders("GET", WATCH, [["authorization", `Bearer ${target.tokens.view}`]]));
  let canceled = 0;
  for (let stream = 1; !client.isCut && target.leftMs() > 1000; stream += 12) {
    const ids = Array.from({ length: 6 }, (_, i) => stream + 2 * i);
    await client.send(Buffer.concat(ids.map((id) => headersFrames({ stream: id, block, isLast: true }))));
    await sleep(100);
    await client.send(Buffer.concat(ids.map(reset)));
    canceled += ids.length;
  }
  const isCut = client.isCut;
  client.connection.destroy();
  return isCut ? [`the connection was cut after ${canceled} watches at 60 a second`] : [];
}

/** Opens many watches at once, reads them and cancels all, as an informer factory does when it stops. */
async function stopInformers(target: Target): Promise<readonly string[]> {
  const client = await openRawHttp2(target);
  const block = hpack(requestHeaders("GET", WATCH, [["authorization", `Bearer ${target.tokens.view}`]]));
  for (let round = 0; round < 8 && !client.isCut; round++) {
    const ids = Array.from({ length: 200 }, (_, i) => round * 400 + 2 * i + 1);
    await client.send(Buffer.concat(ids.map((id) => headersFrames({ stream: id, block, isLast: true }))));
    await sleep(500);
    await client.send(Buffer.concat(ids.map(reset)));
    await sleep(500);
  }
  const isCut = client.isCut;
  client.connection.destroy();
  return isCut ? ["the connection was cut"] : [];
}

async function floodWatches(target: Target): Promise<readonly string[]> {
  const clients = await openMany(8, () => openRawHttp2(target));
  const block = hpack(requestHeaders("GET", WATCH, [["authorization", `Bearer ${target.tokens.view}`]]));
  const heads = Array.from({ length: 250 }, (_, i) => headersFrames({ stream: 2 * i + 1, block, isLast: true }));
  await Promise.all(clients.map((client) => client.send(Buffer.concat(heads))));
  const session = await openSession(target.admin);
  for (let i = 0; i < 200 * target.scale && target.leftMs() > 0; i++) {
    await ask(session, "PATCH /api/v1/namespaces/many/configmaps/small-0", { data: { a: String(i) } });
  }
  session.destroy();
  for (const { connection } of clients) {
    connection.destroy();
  }
  return [];
}

export const churnRows: readonly Row[] = [
  {
    name: "honest-cancel",
    identity: "view",
    sends: "HTTP/2: an informer that cancels 60 watches a second; it must not be cut",
    seconds: 20,
    attack: cancelWatches,
  },
  {
    name: "honest-stop",
    identity: "view",
    sends: "HTTP/2: an informer factory that stops 200 watches at once, eight times; it must not be cut",
    attack: stopInformers,
  },
  {
    name: "watch-flood",
    identity: "view",
    sends: "HTTP/2: 2,000 watches beside 200 writes",
    seconds: 10,
    attack: floodWatches,
  },
  {
    name: "crd-churn",
    identity: "certificate",
    sends: "1,000 custom resource definitions created and deleted",
    seconds: 12,
    attack: (target) =>
      churn(target, async (session, i) => {
        const created = await ask(session, `POST ${CRDS}`, definition(`c${i}s`));
        const deleted = await ask(session, `DELETE ${CRDS}/c${i}s.attack.example.com`);
        return [created, deleted].filter(isBad).map(({ status }) => status);
      }),
  },
  {
    name: "namespace-churn",
    identity: "certificate",
    sends: "1,000 namespaces created and deleted",
    seconds: 12,
    attack: (target) =>
      churn(target, async (session, i) => {
        const body = { apiVersion: "v1", kind: "Namespace", metadata: { name: `n${i}` } };
        const created = await ask(session, "POST /api/v1/namespaces", body);
        const deleted = await ask(session, `DELETE /api/v1/namespaces/n${i}`);
        return [created, deleted].filter(isBad).map(({ status }) => status);
      }),
  },
];
