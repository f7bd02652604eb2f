import type { Figure } from "../benchmark.ts";
import type { Operation } from "../server/run-load.ts";
import { startKiln } from "../server/start-server.ts";
import { anonymousMib, expectStatus, growth, measurePoint } from "./measure-point.ts";
import { plot } from "./plot.ts";

const STAGES = [500, 1000, 2000, 3500, 5000];
const PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Creates up to 5,000 CRDs, each in a group of its own, and measures the create of an object among them. */
export async function manyKinds(): Promise<readonly Figure[]> {
  const server = await startKiln();
  try {
    const lines = { "create of a CRD": [] as [number, number][], "create of an object / 10": [] as [number, number][] };
    const memory: [number, number][] = [];
    let count = 0;
    for (const stage of STAGES) {
      process.stderr.write(`  ${stage} CRDs\n`);
      const micros = await measurePoint(server, createKind, { operations: stage - count, firstTurn: count });
      count = stage;
      lines["create of a CRD"].push([stage, micros / 1000]);
      const objects = { operations: 2000, firstTurn: stage * 1000 };
      await measurePoint(server, createObject, { operations: 500, firstTurn: stage * 1000 + 5000 });
      lines["create of an object / 10"].push([stage, (await measurePoint(server, createObject, objects)) / 100]);
      memory.push([stage, anonymousMib(server)]);
    }
    plot({
      name: "scale-kinds",
      title: "Many kinds",
      xLabel: "CRDs",
      yLabel: "processor time: ms a CRD; ms / 10 an object; memory in MiB / 100",
      lines: { ...lines, "memory / 100": memory.map(([x, y]) => [x, y / 100]) },
    });
    const [first, last] = [memory[0], memory.at(-1)] as [[number, number], [number, number]];
    return [
      { name: "a CRD among 5,000", value: lines["create of a CRD"].at(-1)?.[1] ?? Number.NaN, unit: "ms" },
      {
        name: "the dearest against the cheapest",
        value: growth(lines["create of a CRD"]),
        unit: "x",
        bound: { most: 4 },
      },
      { name: "memory of a CRD", value: ((last[1] - first[1]) * 1024) / (last[0] - first[0]), unit: "KiB" },
    ];
  } finally {
    await server.close();
  }
}

const createKind: Operation = async (connection, turn) => {
  const group = `g${turn}.scale.example.com`;
  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `things.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "things", kind: "Thing" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object" } } } },
        },
      ],
    },
  };
  const head = { method: "POST", path: PATH, contentType: "application/json" } as const;
  expectStatus((await connection.send(head, { body: Buffer.from(JSON.stringify(definition)) })).status, 201);
};

const createObject: Operation = async (connection, turn) => {
  const path = "/apis/g7.scale.example.com/v1/namespaces/default/things";
  const object = { apiVersion: "g7.scale.example.com/v1", kind: "Thing", metadata: { name: `t${turn}` }, spec: {} };
  const head = { method: "POST", path, contentType: "application/json" } as const;
  expectStatus((await connection.send(head, { body: Buffer.from(JSON.stringify(object)) })).status, 201);
};
