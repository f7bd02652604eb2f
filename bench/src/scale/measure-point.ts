import { type LoadOptions, type Operation, runLoad } from "../server/run-load.ts";
import type { RunningServer } from "../server/start-server.ts";

/** Processor time of the server for one operation, in microseconds. */
export async function measurePoint(server: RunningServer, operate: Operation, options: LoadOptions): Promise<number> {
  const before = server.processorMs();
  await runLoad(server.target, operate, options);
  return ((server.processorMs() - before) * 1000) / options.operations;
}

/** Resident memory in MiB without mapped files. */
export function anonymousMib(server: RunningServer): number {
  return server.memory().anonymous / 1024 / 1024;
}

/** Throws if the response has another status than expected. */
export function expectStatus(status: number, wanted: number): void {
  if (status !== wanted) {
    throw new Error(`the server answered ${status} instead of ${wanted}`);
  }
}

/** Largest value divided by the smallest: 1 means no growth. */
export function growth(points: readonly (readonly [x: number, y: number])[]): number {
  const values = points.map(([, y]) => y);
  return Math.max(...values) / Math.min(...values);
}
