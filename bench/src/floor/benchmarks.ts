import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Benchmark, Figure } from "../benchmark.ts";
import { type Operation, runLoad } from "../server/run-load.ts";
import { processorMsOf, type RunningServer, readTarget, run, startKiln } from "../server/start-server.ts";
import { create, defineGadgets, gadget, getAmong } from "../server/workload.ts";

const WARM_UP = 8000;
const OPERATIONS = 5000;
const ROUNDS = 3;

type FloorServer = Pick<RunningServer, "target" | "processorMs" | "close">;

interface Layer {
  readonly name: string;
  readonly server: FloorServer;
  readonly operate: Operation;
}

/**
 * Measures the processor time of requests that do less and less of what a create does, beside creates and gets of Kiln:
 * the difference of two rows is the price of a layer, and none of Kiln's work can cost less than the rows above it.
 */
async function measureFloor(): Promise<readonly Figure[]> {
  const kiln = await startKiln();
  const floor = await startFloor(join(kiln.folder, "pki"), kiln.folder);
  try {
    await defineGadgets(kiln.target);
    const layers: readonly Layer[] = [
      { name: "TLS and HTTP/2, 1 KiB in and out", server: floor, operate: send("POST", "/echo") },
      { name: "and JSON", server: floor, operate: send("POST", "/json") },
      { name: "and the journal", server: floor, operate: send("POST", "/journal") },
      { name: "create", server: kiln, operate: create },
      { name: "TLS, HTTP/2 and a stored value of 1 KiB", server: floor, operate: send("GET", "/stored") },
      { name: "get", server: kiln, operate: getAmong(WARM_UP) },
    ];
    const micros = layers.map(() => [] as number[]);
    for (const { server, operate } of layers) {
      await runLoad(server.target, operate, { operations: WARM_UP });
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const [i, { server, operate }] of layers.entries()) {
        const before = server.processorMs();
        await runLoad(server.target, operate, { operations: OPERATIONS, firstTurn: WARM_UP + round * OPERATIONS });
        micros[i]?.push(((server.processorMs() - before) * 1000) / OPERATIONS);
      }
    }
    return layers.map(({ name }, i) => ({ name, value: Math.min(...(micros[i] ?? [])), unit: "µs" }));
  } finally {
    await floor.close();
    await kiln.close();
  }
}

function send(method: "GET" | "POST", path: string): Operation {
  return async (connection, turn) => {
    const head = { method, path, ...(method === "POST" ? { contentType: "application/json" } : {}) } as const;
    const { status } = await connection.send(head, method === "POST" ? { body: gadget(turn) } : {});
    if (status !== 200) {
      throw new Error(`the server answered ${status} instead of 200`);
    }
  };
}

/** `material` is a data folder of Kiln, whose certificates the client uses. */
async function startFloor(pki: string, material: string): Promise<FloorServer> {
  const directory = mkdtempSync(join(tmpdir(), "kiln-bench-floor-"));
  const child = run(process.execPath, [join(import.meta.dirname, "floor-process.js"), pki, directory]);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const [, port] = /^ready on port (\d+)/.exec(line) ?? [];
    if (port !== undefined) {
      return {
        target: readTarget(material, Number(port)),
        processorMs: () => processorMsOf([child]),
        async close() {
          child.kill("SIGKILL");
          await ended;
          rmSync(directory, { recursive: true });
        },
      };
    }
  }
  throw new Error("the server of the floor ended before it was ready");
}

export const floorBenchmarks: readonly Benchmark[] = [
  {
    name: "floor",
    about: "processor time of a create and a get beside requests that do less",
    figures: measureFloor,
  },
];
