import { deepCopy, type JsonObject, type JsonValue } from "@kiln/api";
import { compileSchema, parseJsonSchema } from "@kiln/schema";
import type { Figure } from "../benchmark.ts";
import { median } from "../measure-ratio.ts";

const KIB = 1024;
const SAMPLES = 9;

const itemSchema = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", pattern: "^[a-z0-9-]+$" },
    value: { type: "string", "x-kubernetes-mutability": "Immutable" },
    port: { type: "integer", default: 80 },
    kind: { type: "string" },
    file: { type: "string" },
    text: { type: "string" },
  },
  "x-kubernetes-unions": [{ discriminator: "kind", "fields-to-discriminateBy": { file: "File", text: "Text" } }],
};

/**
 * Schema with the items as a list map or as an atomic list: both must cost the same for each byte, however many items
 * there are.
 */
function schemaOf(listType: "map" | "atomic"): JsonValue {
  const list: JsonObject = { type: "array", items: itemSchema, "x-kubernetes-list-type": listType };
  if (listType === "map") {
    list["x-kubernetes-list-map-keys"] = ["name"];
  }
  return { type: "object", properties: { spec: { type: "object", properties: { items: list } } } };
}

function objectOf(count: number): JsonObject {
  const items = Array.from({ length: count }, (_, i) => ({
    name: `item-${i}`,
    value: `the value of item ${i}, long enough to be like a real one in most of the lists that people keep`,
    kind: "File",
    file: `/etc/item-${i}.conf`,
  }));
  return { apiVersion: "bench.example.com/v1", kind: "Bulk", metadata: { name: "bulk" }, spec: { items } };
}

/**
 * Nanoseconds per byte of an update: prune, default, normalize, check immutable fields, validate with the old value.
 */
function costPerByte(listType: "map" | "atomic", count: number): number {
  const compiled = compileSchema(parseJsonSchema(schemaOf(listType)).schema, { semantics: "kep" });
  const old = compiled.roundtrip(objectOf(count));
  const bytes = JSON.stringify(old).length;
  const times = Math.max(1, Math.floor((300 * KIB) / bytes));
  const samples = Array.from({ length: SAMPLES }, () => {
    const copies = Array.from({ length: times }, () => changed(old));
    const start = process.cpuUsage();
    for (const now of copies) {
      const { mayHaveNulls } = compiled.prune(now);
      compiled.setDefaults?.(now, { mayHaveNulls });
      compiled.unions?.normalize(now, old);
      const faults = [...(compiled.mutability?.(old, now) ?? []), ...compiled.validateUpdate(now, old)];
      if (faults.length > 0) {
        throw new Error(`the sample is not valid: ${JSON.stringify(faults[0])}`);
      }
    }
    const { user, system } = process.cpuUsage(start);
    return ((user + system) * 1000) / times / bytes;
  });
  return median(samples);
}

/** The object with one changed item. */
function changed(old: JsonObject): JsonObject {
  const now = deepCopy(old);
  const items = (now.spec as { items: JsonValue[] }).items;
  (items[0] as JsonObject).port = 81;
  return now;
}

export async function linearGrowth(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const listType of ["map", "atomic"] as const) {
    // Warm-up: the engine compiles the code, whose time would otherwise count for the smallest size.
    costPerByte(listType, 1000);
    const small = costPerByte(listType, 8);
    for (const count of [100, 1000, 10_000, 20_000]) {
      const value = costPerByte(listType, count) / small;
      // Larger sizes cost somewhat more because of caches; quadratic pairing would cost thousands of times as much.
      figures.push({ name: `${listType} of ${count} items, a byte`, value, unit: "x of 8 items", bound: { most: 4 } });
    }
  }
  return figures;
}
