import { H2Connection, type Target } from "./h2-connection.ts";
import { runLoad } from "./run-load.ts";
import { COLLECTION, create } from "./workload.ts";

const NEWLINE = 10;

export interface WatchResult {
  readonly eventsPerSecond: number;
  /** Share of one core that the load generator took: above 0.7 the run measures the generator. */
  readonly clientShare: number;
}

/**
 * Number of events that all watchers together receive in a second, while objects are created as fast as the server
 * accepts them. A server that ends lagging watches delivers fewer.
 */
export async function measureWatch(
  target: Target,
  options: { watchers: number; creates: number; firstTurn: number },
): Promise<WatchResult> {
  const { watchers, creates, firstTurn } = options;
  const connections = await Promise.all(Array.from({ length: 4 }, () => H2Connection.open(target)));
  const revision = await currentRevision(connections[0] as H2Connection);
  const seen = { events: 0, lastMs: 0 };
  const count = (chunk: Buffer) => {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
      seen.events++;
    }
    seen.lastMs = performance.now();
  };
  for (let i = 0; i < watchers; i++) {
    const path = `${COLLECTION}?watch=true&resourceVersion=${revision}`;
    // The request ends with the connection; it is not awaited.
    connections[i % connections.length]?.send({ method: "GET", path }, { onData: count }).catch(() => {});
  }
  const startMs = performance.now();
  const cpu = process.cpuUsage();
  await runLoad(target, create, { operations: creates, firstTurn });
  while (seen.events < watchers * creates && performance.now() < seen.lastMs + QUIET_MS) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const { user, system } = process.cpuUsage(cpu);
  for (const connection of connections) {
    connection.close();
  }
  const elapsedMs = seen.lastMs - startMs;
  return { eventsPerSecond: (seen.events * 1000) / elapsedMs, clientShare: (user + system) / 1000 / elapsedMs };
}

/** Time without an event after which all have arrived. */
const QUIET_MS = 2000;

async function currentRevision(connection: H2Connection): Promise<string> {
  const { body } = await connection.send({ method: "GET", path: `${COLLECTION}?limit=1` }, { keepsBody: true });
  return JSON.parse((body as Buffer).toString()).metadata.resourceVersion;
}
