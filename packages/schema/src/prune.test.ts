import { deepCopy, type JsonObject, type JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import type { JsonSchema, Semantics } from "./json-schema.ts";
import { parseJsonSchema } from "./parse-schema.ts";
import { compilePrune, type PruneOptions } from "./prune.ts";

function prune(schema: JsonValue | undefined, value: JsonObject, options: PruneOptions & { by?: Semantics } = {}) {
  const parsed = schema === undefined ? undefined : parseJsonSchema(schema).schema;
  const compiled = compilePrune(parsed, { semantics: options.by ?? "kep", isResourceRoot: true });
  const copy = deepCopy(value);
  return { value: copy, report: compiled(copy, options) };
}

const spec = (properties: JsonObject): JsonObject => ({
  type: "object",
  properties: { spec: { type: "object", properties } },
});

const loose = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const embedded = { type: "object", "x-kubernetes-embedded-resource": true, properties: { a: { type: "string" } } };

describe("compilePrune()", () => {
  it("reports removed fields as Kubernetes warns of them: metadata, schema, embedded metadata, each sorted", () => {
    const schema = spec({
      m: { type: "object", additionalProperties: embedded },
      list: { type: "array", items: { type: "object", properties: { x: { type: "string" } } } },
    });
    const value = {
      zz: 1,
      metadata: { name: "n", odd: 1, ownerReferences: [{ name: "o", bad: 1 }] },
      spec: { m: { k: { b: 1, metadata: { junk: 1 } } }, list: [{ x: "1", y: 2 }], also: 1 },
    };
    expect(prune(schema, value, { tracksRemoved: true }).report.removed).toEqual([
      "metadata.odd",
      "metadata.ownerReferences[0].bad",
      "spec.also",
      "spec.list[0].y",
      "spec.m.k.b",
      "zz",
      "spec.m[k].metadata.junk",
    ]);
  });

  it("gives the same report for every clean object, and collects no paths unless asked", () => {
    const schema = spec({ a: { type: "string" } });
    const clean = prune(schema, { spec: { a: "x" } }).report;
    expect(clean).toEqual({ mayHaveNulls: false, removed: [], mismatches: [], toleratedMismatches: 0 });
    expect(prune(schema, { spec: { a: "x", b: 1 } }).report).toBe(clean);
  });

  it.each([
    ["a known field", { spec: { a: null } }, true],
    ["a map entry", { spec: { m: { k: null } } }, true],
    ["unknown content", { spec: { j: { x: null } } }, false],
    ["a list item", { spec: { l: [null] } }, false],
    ["metadata of the root", { metadata: { creationTimestamp: null } }, false],
  ])("notes a null that defaulting may have to drop: %s", (_, value, mayHaveNulls) => {
    const schema = spec({
      a: { type: "string" },
      m: { type: "object", additionalProperties: { type: "string" } },
      l: { type: "array", items: { type: "string" } },
      j: loose,
    });
    expect(prune(schema, value).report.mayHaveNulls).toBe(mayHaveNulls);
  });

  it("reports every mistyped value with its place, what was expected and what was found", () => {
    const schema = spec({
      a: { type: "integer" },
      b: { "x-kubernetes-int-or-string": true },
      m: { type: "object", additionalProperties: { type: "array", items: { type: "boolean" } } },
    });
    expect(prune(schema, { spec: { a: 1.5, b: true, m: { "x.y": [true, "z"], w: {} } } }).report.mismatches).toEqual([
      { path: "spec.a", expected: "integer", found: "number" },
      { path: "spec.b", expected: "integer or string", found: "boolean" },
      { path: "spec.m[x.y][1]", expected: "boolean", found: "string" },
      { path: "spec.m[w]", expected: "array", found: "object" },
    ]);
  });

  it("keeps a mistyped value of a stored object as it is, and counts it", () => {
    const schema = spec({ a: { type: "array", items: { type: "string" } }, b: { type: "string" } });
    const stored = { spec: { a: { unknown: 1 }, b: 5, c: 1 } };
    const { value, report } = prune(schema, stored, { isStored: true });
    expect(value).toEqual({ spec: { a: { unknown: 1 }, b: 5 } });
    expect(report).toMatchObject({ mismatches: [], toleratedMismatches: 2 });
  });

  it("tolerates on update what is already stored at the same place, also in a reordered keyed list", () => {
    const item = { type: "object", properties: { k: { type: "string" }, v: { type: "string" } } };
    const list = { type: "array", items: item, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] };
    const schema = spec({ a: { type: "string" }, list });
    const old = { spec: { a: 5, list: [{ k: "x", v: 1 }, { k: "y" }] } };
    expect(prune(schema, { spec: { a: 5, list: [{ k: "y" }, { k: "x", v: 1 }] } }, { old }).report.mismatches).toEqual(
      [],
    );
    const changed = prune(schema, { spec: { a: 6, list: [{ k: "y", v: 1 }] } }, { old });
    expect(changed.report.mismatches.map(({ path }) => path)).toEqual(["spec.a", "spec.list[0].v"]);
  });

  it("finds the stored item of a list map by the keys that defaults will complete", () => {
    const item = {
      type: "object",
      properties: { port: { type: "integer" }, protocol: { type: "string", default: "TCP" }, v: { type: "string" } },
    };
    const keys = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["port", "protocol"] };
    const schema = spec({ ports: { type: "array", items: item, ...keys } });
    const old = {
      spec: {
        ports: [
          { port: 80, protocol: "UDP" },
          { port: 80, protocol: "TCP", v: 1 },
        ],
      },
    };
    expect(prune(schema, { spec: { ports: [{ port: 80, v: 1 }] } }, { old }).report.mismatches).toEqual([]);
    expect(
      prune(schema, { spec: { ports: [{ port: 80, protocol: "UDP", v: 1 }] } }, { old }).report.mismatches,
    ).toHaveLength(1);
  });

  it("prunes only metadata where the definition itself preserves unknown fields", () => {
    const schema: JsonSchema = parseJsonSchema(spec({ t: embedded, s: { type: "string" } })).schema;
    const compiled = compilePrune(schema, { semantics: "kep", isResourceRoot: true, preserveUnknownFields: true });
    const value: JsonObject = { metadata: { odd: 1 }, spec: { x: { y: 1 }, s: 5, t: { z: 1, metadata: { odd: 1 } } } };
    expect(compiled(value, { tracksRemoved: true })).toMatchObject({
      removed: ["metadata.odd", "spec.t.metadata.odd"],
      mismatches: [],
    });
    expect(value).toEqual({ metadata: {}, spec: { x: { y: 1 }, s: 5, t: { z: 1, metadata: {} } } });
  });

  it.each<[Semantics, JsonObject]>([
    ["kep", { spec: { json: { bar: { abc: 1 }, def: 2 } } }],
    ["upstream", { spec: { json: { bar: {}, def: 2 } } }],
  ])("treats declared fields of a preserving object as %s does", (by, expected) => {
    const schema = spec({ json: { ...loose, properties: { bar: { type: "object" } } } });
    expect(prune(schema, { spec: { json: { bar: { abc: 1 }, def: 2 } } }, { by }).value).toEqual(expected);
  });

  it("has no opinion on types under Kubernetes' own semantics", () => {
    const { value, report } = prune(spec({ a: { type: "string" } }), { spec: { a: { b: 1 } } }, { by: "upstream" });
    expect(value).toEqual({ spec: { a: {} } });
    expect(report.mismatches).toEqual([]);
  });

  it("reports no more than fits into memory, and never loses the mismatch that refuses the object", () => {
    const fields = { type: "object", properties: { n: { type: "integer" } } };
    const value: JsonObject = { n: "x" };
    for (let i = 0; i < 1000; i++) {
      value[`junk${i}`] = 1;
    }
    const schema = spec({ map: { type: "object", additionalProperties: fields } });
    const object = { spec: { map: { ["k".repeat(1_000_000)]: value } } };
    const { report } = prune(schema, object, { tracksRemoved: true });
    expect(report.removed.length).toBe(9);
    expect(report.mismatches).toHaveLength(1);
  });

  it("goes a thousand levels deep", () => {
    const depth = 1000;
    let schema: JsonSchema = { type: "object" };
    let value: JsonObject = { junk: 1 };
    for (let level = 0; level < depth; level++) {
      schema = { type: "object", properties: new Map([["a", schema]]) };
      value = { a: value };
    }
    const compiled = compilePrune(schema, { semantics: "kep", isResourceRoot: true });
    expect(compiled(value, { tracksRemoved: true }).removed).toEqual([`${"a.".repeat(depth)}junk`]);
  });
});
