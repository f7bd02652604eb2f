import type { JsonObject } from "@kiln/api";
import type { Figure } from "../benchmark.ts";
import { makeSample } from "../schema/sample.ts";
import { H2Connection } from "./h2-connection.ts";
import { findPeer, type RunningServer, startKiln, startPeer } from "./start-server.ts";

const COUNT = 500;
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
/** Time in which the server is observed after the last request. */
const IDLE_MS = 5000;

interface Run {
  readonly establishedMs: number;
  readonly publishedMs: number;
  readonly bytesEach: number;
  /** Processor time of the server in {@link IDLE_MS} afterwards. */
  readonly idleMs: number;
}

interface Definitions {
  readonly schema: JsonObject;
  /** Whether all kinds are in one group, and so in one OpenAPI document; otherwise each has its own group. */
  readonly isOneGroup?: boolean;
}

/** Minimal schema of a CRD. */
const SMALL_SCHEMA: JsonObject = { type: "object" };

/**
 * Creates CRDs, each when the one before it is served, and then reads the OpenAPI of the last. The bound of two seconds
 * is for small schemas: kube-apiserver took 7.2 s for these, and five times as long for large ones.
 */
export async function manyDefinitions(): Promise<readonly Figure[]> {
  await warmUpClient();
  const small = await defineOnKiln({ schema: SMALL_SCHEMA });
  const large = await defineOnKiln({ schema: largeSchema() });
  const { publishedMs } = await defineOnKiln({ schema: largeSchema(), isOneGroup: true });
  const ratio = large.establishedMs / small.establishedMs;
  return [
    { ...establishedIn("small", small), bound: { most: 2000 } },
    ...figuresOf("small", small),
    establishedIn("13 KB", large),
    { name: "times as long as small ones, 13 KB", value: ratio, unit: "x", bound: { most: 3 } },
    ...figuresOf("13 KB", large),
    { name: `${COUNT} kinds of one group in OpenAPI, 13 KB`, value: publishedMs, unit: "ms" },
    ...(await comparedWithPeer({ small, large })),
  ];
}

async function comparedWithPeer({ small, large }: Readonly<Record<"small" | "large", Run>>): Promise<Figure[]> {
  const programs = findPeer();
  if (programs === undefined) {
    return [];
  }
  const figures: Figure[] = [];
  for (const { name, schema, ours, least } of [
    { name: "small", schema: SMALL_SCHEMA, ours: small, least: 3 },
    { name: "13 KB", schema: largeSchema(), ours: large, least: 8 },
  ]) {
    const material = await startKiln();
    const peer = await startPeer(programs, material.folder);
    const theirs = await define(peer, { schema }).finally(() => Promise.all([peer.close(), material.close()]));
    const ratio = theirs.establishedMs / ours.establishedMs;
    figures.push({ name: `the peer's ${COUNT}, ${name}`, value: theirs.establishedMs, unit: "ms" });
    figures.push({ name: `times as fast as the peer, ${name}`, value: ratio, unit: "x", bound: { least } });
  }
  return figures;
}

async function defineOnKiln(definitions: Definitions): Promise<Run> {
  const kiln = await startKiln();
  return define(kiln, definitions).finally(() => kiln.close());
}

/** Warms up the client only: the servers are measured as new, as users find them. */
async function warmUpClient(): Promise<void> {
  await defineOnKiln({ schema: SMALL_SCHEMA });
}

function establishedIn(name: string, { establishedMs }: Run): Figure {
  return { name: `${COUNT} established, ${name}`, value: establishedMs, unit: "ms" };
}

function figuresOf(name: string, { publishedMs, bytesEach, idleMs }: Run): Figure[] {
  return [
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

/** Schema of the size of an operator's: five times sixty fields with patterns, enums, lists and maps. */
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
