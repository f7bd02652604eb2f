import { H2Connection, type Target } from "./h2-connection.ts";

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Share of one core that the load generator took: above 0.7 the run measures the generator. */
  readonly clientShare: number;
}

/** One operation; `turn` is different for each. Throws if the response is not the expected one. */
export type Operation = (connection: H2Connection, turn: number) => Promise<void>;

export interface LoadOptions {
  readonly operations: number;
  /** Turn of the first operation, so that those of another run are not repeated. */
  readonly firstTurn?: number;
  readonly connections?: number;
  readonly inFlightEach?: number;
}

/** Runs operations with a fixed number in flight, as fast as the server answers. */
export async function runLoad(target: Target, operate: Operation, options: LoadOptions): Promise<LoadResult> {
  const { operations, firstTurn = 0, connections = 4, inFlightEach = 8 } = options;
  const opened = await Promise.all(Array.from({ length: connections }, () => H2Connection.open(target)));
  const latencies = new Float64Array(operations);
  let turn = 0;
  const work = async (connection: H2Connection) => {
    while (turn < operations) {
      const mine = turn++;
      const start = performance.now();
      await operate(connection, firstTurn + mine);
      latencies[mine] = performance.now() - start;
    }
  };
  const cpu = process.cpuUsage();
  const start = performance.now();
  await Promise.all(opened.flatMap((connection) => Array.from({ length: inFlightEach }, () => work(connection))));
  const elapsedMs = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  for (const connection of opened) {
    connection.close();
  }
  latencies.sort();
  return {
    perSecond: (operations * 1000) / elapsedMs,
    p50Ms: latencies[Math.floor(operations * 0.5)] as number,
    p99Ms: latencies[Math.floor(operations * 0.99)] as number,
    clientShare: (user + system) / 1000 / elapsedMs,
  };
}
