import { Worker } from "node:worker_threads";
import type { Figure } from "../benchmark.ts";
import type { Target } from "./h2-connection.ts";
import { type Operation, runLoad } from "./run-load.ts";
import { startKiln } from "./start-server.ts";
import { COLLECTION, create, defineGadgets, getAmong, patchAmong } from "./workload.ts";

/** Number of objects, for a list of about 50 MB. */
const OBJECTS = 38_000;

const ROWS: readonly { readonly name: string; readonly operate: Operation; readonly operations: number }[] = [
  { name: "get", operate: getAmong(OBJECTS), operations: 5000 },
  { name: "merge patch", operate: patchAmong(OBJECTS), operations: 2000 },
];

/** Measures the added latency of responses while another client reads 50 MB lists, one after the other. */
export async function besideList(): Promise<readonly Figure[]> {
  const kiln = await startKiln();
  try {
    await defineGadgets(kiln.target);
    await runLoad(kiln.target, create, { operations: OBJECTS });
    const figures: Figure[] = [];
    for (const { name, operate, operations } of ROWS) {
      const measure = (firstTurn: number) =>
        runLoad(kiln.target, operate, { operations, firstTurn, connections: 1, inFlightEach: 1 });
      await measure(OBJECTS);
      const alone = await measure(2 * OBJECTS);
      const lister = await startLister(kiln.target);
      const beside = await measure(3 * OBJECTS);
      await lister.terminate();
      figures.push(
        { name: `${name} p99 alone`, value: alone.p99Ms, unit: "ms" },
        { name: `${name} p99 beside a list`, value: beside.p99Ms, unit: "ms" },
        { name, value: beside.p99Ms / alone.p99Ms, unit: "x", bound: { most: 2 } },
      );
    }
    return figures;
  } finally {
    await kiln.close();
  }
}

/** Reads lists in a thread of its own: reading so much would delay the measurement. Resolves after the first list. */
function startLister(target: Target): Promise<Worker> {
  const worker = new Worker(new URL("./list-forever.js", import.meta.url), {
    workerData: { target, path: COLLECTION },
  });
  return new Promise((resolve, reject) => {
    worker.once("message", () => resolve(worker));
    worker.once("error", reject);
  });
}
