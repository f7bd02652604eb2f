import type { JsonObject } from "@kiln/api";
import type { Figure } from "../benchmark.ts";
import { makeSample } from "../schema/sample.ts";
import { H2Connection } from "./h2-connection.ts";
import { findPeer, type RunningServer, startKiln, startPeer } from "./start-server.ts";

const COUNT = 500;
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
/** How long the server is watched once nothing is asked of it any more. */
const IDLE_MS = 5000;

interface Run {
  readonly establishedMs: number;
  readonly publishedMs: number;
  readonly bytesEach: number;
  /** What the server takes of the processors in {@link IDLE_MS} afterwards. */
  readonly idleMs: number;
}

interface Definitions {
  readonly schema: JsonObject;
  /** All kinds are in one group, and so in one document of OpenAPI; else each is in a group of its own. */
  readonly isOneGroup?: boolean;
}

/** Definitions one after the other, each created when the one before it is served; then the OpenAPI of the last. */
export async function manyDefinitions(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  await warmUpClient();
  for (const [name, definitions] of [
    ["small", { schema: { type: "object" } }],
    ["13 KB", { schema: largeSchema() }],
  ] as const) {
    const kiln = await startKiln();
    const ours = await define(kiln, definitions).finally(() => kiln.close());
    figures.push(...figuresOf(name, ours));
  }
  const kiln = await startKiln();
  const { publishedMs } = await define(kiln, { schema: largeSchema(), isOneGroup: true }).finally(() => kiln.close());
  figures.push({ name: `${COUNT} kinds of one group in OpenAPI, 13 KB`, value: publishedMs, unit: "ms" });
  const programs = findPeer();
  if (programs !== undefined) {
    const material = await startKiln();
    const peer = await startPeer(programs, material.folder);
    const theirs = await define(peer, { schema: largeSchema() }).finally(() =>
      Promise.all([peer.close(), material.close()]),
    );
    figures.push({ name: `the peer's ${COUNT}, 13 KB`, value: theirs.establishedMs, unit: "ms" });
  }
  return figures;
}

/** The servers that are measured are new, as whoever starts one finds it; what asks them is not to be measured. */
async function warmUpClient(): Promise<void> {
  const other = await startKiln();
  await define(other, { schema: { type: "object" } }).finally(() => other.close());
}

function figuresOf(name: string, { establishedMs, publishedMs, bytesEach, idleMs }: Run): Figure[] {
  return [
    { name: `${COUNT} established, ${name}`, value: establishedMs, unit: "ms", bound: { most: 2000 } },
    { name: `the last in OpenAPI, ${name}`, value: publishedMs, unit: "ms", bound: { most: 100 } },
    { name: `memory each, ${name}`, value: bytesEach / 1e6, unit: "MB", bound: { most: 0.5 } },
    {
      name: `processor time in the ${IDLE_MS / 1000} s after, ${name}`,
      value: idleMs,
      unit: "ms",
      bound: { most: 100 },
    },
  ];
}

/** About what an operator's schema has: five times sixty fields with patterns, enums, lists and maps. */
function largeSchema(): JsonObject {
  const { schema } = makeSample();
  const part = (schema.properties as JsonObject).spec as JsonObject;
  const properties = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [name, part]));
  return { type: "object", properties: { spec: { type: "object", properties } } };
}

async function define({ target, memory, processorMs }: RunningServer, definitions: Definitions): Promise<Run> {
  const connection = await H2Connection.open(target);
  const before = memory().anonymous;
  const start = performance.now();
  for (let i = 0; i < COUNT; i++) {
    await createDefinition(connection, i, definitions);
  }
  const established = performance.now();
  const { group } = namesOf(COUNT - 1, definitions);
  const document = { method: "GET", path: `/openapi/v3/apis/${group}/v1` } as const;
  while ((await connection.send(document)).status !== 200) {}
  const published = performance.now();
  const bytesEach = (memory().anonymous - before) / COUNT;
  const busyMs = processorMs();
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const idleMs = processorMs() - busyMs;
  connection.close();
  return { establishedMs: established - start, publishedMs: published - established, bytesEach, idleMs };
}

function namesOf(index: number, { isOneGroup = false }: Definitions) {
  return isOneGroup
    ? { group: "g.example.com", plural: `things${index}`, kind: `Thing${index}` }
    : { group: `g${index}.example.com`, plural: "things", kind: "Thing" };
}

async function createDefinition(connection: H2Connection, index: number, definitions: Definitions): Promise<void> {
  const { group, plural, kind } = namesOf(index, definitions);
  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural, kind },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: definitions.schema } }],
    },
  };
  const body = Buffer.from(JSON.stringify(definition));
  const head = { method: "POST", path: DEFINITIONS, contentType: "application/json" } as const;
  const { status } = await connection.send(head, { body });
  if (status !== 201) {
    throw new Error(`a definition was answered with ${status}`);
  }
  const path = `/apis/${group}/v1/${plural}`;
  while ((await connection.send({ method: "GET", path })).status !== 200) {}
}
