import type { Figure } from "../benchmark.ts";
import { H2Connection } from "../server/h2-connection.ts";
import { type Operation, runLoad } from "../server/run-load.ts";
import { type RunningServer, startKiln } from "../server/start-server.ts";
import { COLLECTION, defineGadgets, GROUP, nameOf } from "../server/workload.ts";
import { anonymousMib, expectStatus, growth, measurePoint } from "./measure-point.ts";
import { plot } from "./plot.ts";

/**
 * Number of objects, fewer with KILN_SCALE_OBJECTS: a million take five minutes on two idle cores, and 1.5 GB of disk.
 */
const MOST = Number(process.env.KILN_SCALE_OBJECTS ?? 1_000_000);
const STAGES = [0.05, 0.1, 0.25, 0.5, 1].map((part) => part * MOST);
/** One object in this many has the label of the selector. */
const ONE_IN = 1000;
const CLIENT = { connections: 4, inFlightEach: 16 };

type Points = [x: number, y: number][];

/** Measures the cost of single operations while a kind grows to a million objects. */
export async function manyObjects(): Promise<readonly Figure[]> {
  const server = await startKiln();
  try {
    await defineGadgets(server.target);
    const lines = { create: [] as Points, get: [] as Points, "page of 500": [] as Points, "watch start": [] as Points };
    const memory: Points = [];
    const selector: Points = [];
    let count = 0;
    for (const stage of STAGES) {
      process.stderr.write(`  ${stage} objects\n`);
      await runLoad(server.target, createSmall, { ...CLIENT, operations: stage - count - 5000, firstTurn: count });
      lines.create.push([
        stage,
        await measurePoint(server, createSmall, { operations: 5000, firstTurn: stage - 5000 }),
      ]);
      count = stage;
      lines.get.push([stage, await measurePoint(server, getAmong(stage), { operations: 10_000 })]);
      lines["page of 500"].push([stage, (await measurePoint(server, listPage(stage), { operations: 200 })) / 10]);
      lines["watch start"].push([stage, await measurePoint(server, startWatch, { operations: 200 })]);
      selector.push([stage, (await firstAndSecond(server)) / 1000]);
      memory.push([stage, anonymousMib(server)]);
      // Drawn after each size: a run that is interrupted leaves its results.
      draw(lines, { memory, selector });
    }
    return [
      ...Object.entries(lines).map(([name, points]) => ({
        name: `${name}: the dearest size against the cheapest`,
        value: growth(points),
        unit: "x",
        bound: { most: 4 },
      })),
      {
        name: `anonymous memory with ${MOST.toLocaleString("en-US")}`,
        value: memory.at(-1)?.[1] ?? Number.NaN,
        unit: "MiB",
      },
      { name: "whole list by a selector, one in 1,000", value: selector.at(-1)?.[1] ?? Number.NaN, unit: "ms" },
    ];
  } finally {
    await server.close();
  }
}

const createSmall: Operation = async (connection, turn) => {
  const body = JSON.stringify({
    apiVersion: `${GROUP}/v1`,
    kind: "Gadget",
    metadata: { name: nameOf(turn), labels: { group: `g${turn % ONE_IN}` } },
    spec: { owner: `team-${turn % 7}`, size: turn % 100 },
  });
  const head = { method: "POST", path: COLLECTION, contentType: "application/json" } as const;
  expectStatus((await connection.send(head, { body: Buffer.from(body) })).status, 201);
};

function getAmong(count: number): Operation {
  return async (connection, turn) => {
    const path = `${COLLECTION}/${nameOf((turn * 7919) % count)}`;
    expectStatus((await connection.send({ method: "GET", path })).status, 200);
  };
}

/** Lists a page, also from the middle of the list by a token in the server's format. */
function listPage(count: number): Operation {
  return async (connection, turn) => {
    const token = { v: "meta.k8s.io/v1", rv: -1, start: `default/${nameOf((turn * 7919) % count)}\0` };
    const text = Buffer.from(JSON.stringify(token)).toString("base64url");
    const path = `${COLLECTION}?limit=500&continue=${text}`;
    expectStatus((await connection.send({ method: "GET", path })).status, 200);
  };
}

const startWatch: Operation = async (connection) => {
  const path = `${COLLECTION}?watch=true&resourceVersion=0&timeoutSeconds=1&fieldSelector=metadata.name%3Dgadget-000001`;
  expectStatus((await connection.send({ method: "GET", path })).status, 200);
};

/**
 * Processor time in microseconds of a list of all objects with a selector, once the server's table of metadata exists.
 */
async function firstAndSecond(server: RunningServer): Promise<number> {
  const connection = await H2Connection.open(server.target);
  const path = `${COLLECTION}?labelSelector=group%3Dg7`;
  expectStatus((await connection.send({ method: "GET", path })).status, 200);
  connection.close();
  const list: Operation = async (each) => expectStatus((await each.send({ method: "GET", path })).status, 200);
  return measurePoint(server, list, { operations: 5, connections: 1, inFlightEach: 1 });
}

function draw(
  lines: Readonly<Record<string, Points>>,
  { memory, selector }: Record<"memory" | "selector", Points>,
): void {
  plot({
    name: "scale-objects",
    title: "Cost of one operation while a kind grows",
    xLabel: "objects of the kind",
    yLabel: "processor time in µs (the page: a tenth)",
    lines,
  });
  plot({
    name: "scale-objects-memory",
    title: "Memory, and a list by a selector that means one object in 1,000",
    xLabel: "objects of the kind",
    yLabel: "MiB anonymous; ms of processor time",
    lines: { memory, "list by selector": selector },
  });
}
