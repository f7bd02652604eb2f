import type { JsonObject } from "@kiln/api";
import type { Figure } from "../benchmark.ts";
import { makeSample } from "../schema/sample.ts";
import { H2Connection } from "./h2-connection.ts";
import { findPeer, type RunningServer, startKiln, startPeer } from "./start-server.ts";

const COUNT = 500;
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
/** Each in a group of its own, as the last of them is looked up in a document of its own. */
const LAST_DOCUMENT = `/openapi/v3/apis/g${COUNT - 1}.example.com/v1`;

interface Run {
  readonly establishedMs: number;
  readonly publishedMs: number;
  readonly bytesEach: number;
}

/** Definitions one after the other, each created when the one before it is served; then the OpenAPI of the last. */
export async function manyDefinitions(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [name, schema] of [
    ["small", { type: "object" }],
    ["17 KB", largeSchema()],
  ] as const) {
    const kiln = await startKiln();
    const ours = await define(kiln, schema).finally(() => kiln.close());
    figures.push(...figuresOf(name, ours));
  }
  const programs = findPeer();
  if (programs !== undefined) {
    const material = await startKiln();
    const peer = await startPeer(programs, material.folder);
    const theirs = await define(peer, largeSchema()).finally(() => Promise.all([peer.close(), material.close()]));
    figures.push({ name: `the peer's ${COUNT}, 17 KB`, value: theirs.establishedMs, unit: "ms" });
  }
  return figures;
}

function figuresOf(name: string, { establishedMs, publishedMs, bytesEach }: Run): Figure[] {
  return [
    { name: `${COUNT} established, ${name}`, value: establishedMs, unit: "ms", bound: { most: 2000 } },
    { name: `the last in OpenAPI, ${name}`, value: publishedMs, unit: "ms", bound: { most: 100 } },
    { name: `memory each, ${name}`, value: bytesEach / 1e6, unit: "MB", bound: { most: 0.5 } },
  ];
}

/** About what an operator's schema has: five times sixty fields with patterns, enums, lists and maps. */
function largeSchema(): JsonObject {
  const { schema } = makeSample();
  const part = (schema.properties as JsonObject).spec as JsonObject;
  const properties = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [name, part]));
  return { type: "object", properties: { spec: { type: "object", properties } } };
}

async function define({ target, memory }: RunningServer, schema: JsonObject): Promise<Run> {
  const connection = await H2Connection.open(target);
  const before = memory().anonymous;
  const start = performance.now();
  for (let i = 0; i < COUNT; i++) {
    await createDefinition(connection, i, schema);
  }
  const established = performance.now();
  while ((await connection.send({ method: "GET", path: LAST_DOCUMENT })).status !== 200) {}
  const published = performance.now();
  const bytesEach = (memory().anonymous - before) / COUNT;
  connection.close();
  return { establishedMs: established - start, publishedMs: published - established, bytesEach };
}

async function createDefinition(connection: H2Connection, index: number, schema: JsonObject): Promise<void> {
  const group = `g${index}.example.com`;
  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `things.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "things", kind: "Thing" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
  const body = Buffer.from(JSON.stringify(definition));
  const head = { method: "POST", path: DEFINITIONS, contentType: "application/json" } as const;
  const { status } = await connection.send(head, { body });
  if (status !== 201) {
    throw new Error(`a definition was answered with ${status}`);
  }
  const path = `/apis/${group}/v1/things`;
  while ((await connection.send({ method: "GET", path })).status !== 200) {}
}
