import { H2Connection, type Target } from "./h2-connection.ts";
import { runLoad } from "./run-load.ts";
import { COLLECTION, create } from "./workload.ts";

const NEWLINE = 10;

/** Events that reach all watchers together in a second, while objects are created as fast as the server takes them. */
export async function measureWatch(target: Target, options: { watchers: number; creates: number }): Promise<number> {
  const { watchers, creates } = options;
  const connections = await Promise.all(Array.from({ length: 4 }, () => H2Connection.open(target)));
  let events = 0;
  let done: () => void = () => {};
  const all = new Promise<void>((resolve) => {
    done = resolve;
  });
  const count = (chunk: Buffer) => {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
      events++;
    }
    if (events >= watchers * creates) {
      done();
    }
  };
  const revision = await currentRevision(connections[0] as H2Connection);
  for (let i = 0; i < watchers; i++) {
    const path = `${COLLECTION}?watch=true&resourceVersion=${revision}`;
    // Ends with the connection; nobody waits for it.
    connections[i % connections.length]?.send({ method: "GET", path }, { onData: count }).catch(() => {});
  }
  const start = performance.now();
  await runLoad(target, (connection, turn) => create(connection, turn + 1_000_000), { operations: creates });
  await all;
  const elapsedMs = performance.now() - start;
  for (const connection of connections) {
    connection.close();
  }
  return (events * 1000) / elapsedMs;
}

async function currentRevision(connection: H2Connection): Promise<string> {
  const { body } = await connection.send({ method: "GET", path: `${COLLECTION}?limit=1` }, { keepsBody: true });
  return /"resourceVersion":"(\d+)"/.exec((body as Buffer).toString())?.[1] ?? "0";
}
