import { decodeUtf8, type JsonObject } from "@kiln/api";
import { startTestServer, type TestServer } from "@kiln/apiserver/testing";
import type { Comparison, Figure, Work } from "../benchmark.ts";
import { type MeasureOptions, measureRatio } from "../measure-ratio.ts";

const GROUP = "lists.example.com";
const SIZES = [30, 100, 300, 1500];
/** Maximum cost: immutable fields add at most 5 % to the processor time of an update. */
const MOST = 1.05;
const OPTIONS: MeasureOptions = { precision: 0.01, minRounds: 30, maxRounds: 100, sampleMs: 40 };

const text = { type: "string" };

/**
 * Schema of a list map whose items have six fields. The list, two fields of an item and one beside the list are
 * immutable.
 */
function schemaOf(isMarked: boolean): JsonObject {
  const immutable = isMarked ? { "x-kubernetes-mutability": "Immutable" } : {};
  const addOnly = isMarked ? { "x-kubernetes-mutability": "AddOnly" } : {};
  const items = {
    type: "object",
    required: ["name"],
    properties: {
      name: text,
      image: { ...text, ...immutable },
      address: { ...text, ...addOnly },
      port: { type: "integer" },
      weight: { type: "integer" },
      note: text,
    },
  };
  const list = {
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
    ...(isMarked ? { "x-kubernetes-key-mutability": "AddOnly" } : {}),
    items,
  };
  const spec = { type: "object", properties: { list, region: { ...text, ...immutable }, size: { type: "integer" } } };
  return { type: "object", properties: { spec } };
}

async function define({ send }: TestServer, plural: string, isMarked: boolean): Promise<void> {
  const body = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: "Cluster",
      names: { plural, kind: kindOf(plural) },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schemaOf(isMarked) } }],
    },
  };
  const answer = await send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body });
  if (answer.status !== 201) {
    throw new Error(answer.text);
  }
}

function kindOf(plural: string): string {
  return plural.slice(0, 1).toUpperCase() + plural.slice(1);
}

interface Way {
  readonly plural: string;
  readonly isMarked: boolean;
  readonly size: number;
}

/** Updates that send the whole object with another size, as prepared bytes, so that the client costs little. */
async function updates(server: TestServer, { plural, isMarked, size }: Way): Promise<Work> {
  await define(server, plural, isMarked);
  const list = Array.from({ length: size }, (_, i) => ({
    name: `item-${i}`,
    image: `registry.example.com/image-${i}`,
    address: `10.0.${i >> 8}.${i & 255}`,
    port: 8000 + i,
    weight: i % 7,
    note: `item number ${i}`,
  }));
  const typed = { apiVersion: `${GROUP}/v1`, kind: kindOf(plural), metadata: { name: "o" } };
  const collection = `/apis/${GROUP}/v1/${plural}`;
  const object = { ...typed, spec: { list, region: "eu", size: 0 } };
  const created = await server.send("POST", collection, { body: object });
  const { managedFields: _, ...metadata } = (created.json?.metadata ?? {}) as JsonObject;
  const [head = "", middle = "", tail = ""] = JSON.stringify({
    ...object,
    metadata: { ...metadata, resourceVersion: "@RV@" },
    spec: { ...object.spec, size: "@SIZE@" },
  }).split(/@RV@|"@SIZE@"/);
  let version = String(metadata.resourceVersion);
  let turn = 0;
  const run = async () => {
    turn++;
    const over = new AbortController();
    const body = head + version + middle + turn + tail;
    const answer = await server.open("PUT", `${collection}/o`, { body, signal: over.signal });
    over.abort();
    const start = answer.body instanceof Uint8Array ? decodeUtf8(answer.body.subarray(0, 400)) : "";
    const found = /"resourceVersion":"(\d+)"/.exec(start)?.[1];
    if (answer.status !== 200 || found === undefined) {
      throw new Error(`update answered ${answer.status}: ${start}`);
    }
    version = found;
  };
  return { name: plural, run, isCpuBound: true };
}

async function compare(size: number, isMarked: boolean): Promise<Figure> {
  const server = await startTestServer();
  const comparison: Comparison = {
    subject: await updates(server, { plural: isMarked ? "markeds" : "seconds", isMarked, size }),
    baseline: await updates(server, { plural: "plains", isMarked: false, size }),
    bound: {},
  };
  try {
    const { ratio, plusMinus } = await measureRatio(comparison, OPTIONS);
    const name = `${size} items ${isMarked ? "marked" : "without marks twice"} ±${plusMinus.toFixed(3)}`;
    return { name, value: ratio, unit: "x", ...(isMarked ? { bound: { most: MOST } } : {}) };
  } finally {
    await server.close();
  }
}

/**
 * Measures the processor time of an update with immutable fields divided by one without, for lists of several sizes,
 * each beside an A/A control.
 */
export async function measureMarkedLists(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const size of SIZES) {
    figures.push(await compare(size, false), await compare(size, true));
  }
  return figures;
}
