import type { JsonObject, JsonValue } from "@kiln/api";
import { parseJsonSchema } from "@kiln/schema";
import { describe, expect, it } from "vitest";
import { compare, compareSlices } from "./compare.ts";
import { encodeFieldSet, encodeFieldSetSlices } from "./field-set-json.ts";
import { toFieldType } from "./field-type.ts";
import type { Slices } from "./slices.ts";

const text = { type: "string" };
const type = toFieldType(
  parseJsonSchema({
    type: "object",
    properties: {
      set: { type: "array", items: text, "x-kubernetes-list-type": "set" },
      ports: {
        type: "array",
        items: { type: "object", properties: { port: { type: "integer" }, name: text } },
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["port"],
      },
      atomic: { type: "array", items: text, "x-kubernetes-list-type": "atomic" },
      labels: { type: "object", additionalProperties: text },
      free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      nested: { type: "object", additionalProperties: { type: "object", additionalProperties: text } },
    },
  }).schema,
);

const COUNT = 9000;
const list = <T>(item: (i: number) => T) => Array.from({ length: COUNT }, (_, i) => item(i));
const record = (value: (i: number) => JsonValue) => Object.fromEntries(list((i) => [`k${i}`, value(i)]));
const large: Readonly<Record<string, JsonObject>> = {
  "a set": { set: list((i) => `a/${i}`) },
  "a set of unusual texts": { set: list((i) => `é"<${i}`) },
  "a set with twins": { set: list((i) => `a${i % 7000}`) },
  "a list by key": { ports: list((i) => ({ port: i, name: `p${i}` })) },
  "a list by key with twins": { ports: list((i) => ({ port: i % 500, name: `p${i}` })) },
  "an atomic list": { atomic: list((i) => `a${i}`) },
  "a map": { labels: record((i) => `${i}`) },
  "an object without a schema": { free: { a: list((i) => ({ i })), b: record((i) => [i]) } },
  "a map of maps": { nested: { a: record((i) => `${i}`), b: record((i) => `${i}`), c: { d: "e" }, f: {} } },
};
const objects: Readonly<Record<string, JsonObject>> = {
  nothing: {},
  ...large,
  "all of them": Object.assign({}, ...Object.values(large)),
};

function run<T>(slices: Slices<T>): { readonly value: T; readonly count: number } {
  for (let count = 1; ; count++) {
    const { done, value } = slices.next();
    if (done) {
      return { value, count };
    }
  }
}

describe("work in slices", () => {
  it.each(Object.keys(objects))("compares and encodes as at once: %s", (name) => {
    const after = objects[name] as JsonObject;
    for (const before of [{}, { set: ["a"], labels: { k1: "x" }, free: null, nested: { a: {} } }]) {
      for (const [old, now] of [
        [before, after],
        [after, before],
      ] as const) {
        const expected = compare(type, old, now);
        const { value } = run(compareSlices(type, old, now));
        expect(JSON.stringify(value)).toBe(JSON.stringify(expected));
        for (const set of Object.values(expected)) {
          expect(JSON.stringify(run(encodeFieldSetSlices(set)).value)).toBe(JSON.stringify(encodeFieldSet(set)));
        }
      }
    }
  });

  it("yields every few thousand values", () => {
    const { value, count } = run(compareSlices(type, {}, objects["all of them"] as JsonObject));
    expect(count).toBeGreaterThan(20);
    expect(run(encodeFieldSetSlices(value.added)).count).toBeGreaterThan(15);
  });

  it("returns a set itself if it has Kubernetes' order", () => {
    const set = encodeFieldSet(compare(type, {}, large["a map"] as JsonObject).added);
    expect(run(encodeFieldSetSlices(set as never)).value).toBe(set);
  });
});
