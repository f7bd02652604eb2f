import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import {
  compileIdentity,
  elementSegment,
  type IdentifyElement,
  identifyValue,
  pairElements,
} from "./element-identity.ts";
import { printSegments } from "./fault.ts";
import type { JsonSchema } from "./json-schema.ts";

const keyed: JsonSchema = { type: "array", listType: "map", listMapKeys: ["p", "a"] };
const set: JsonSchema = { type: "array", listType: "set" };

describe("compileIdentity()", () => {
  it.each<[JsonSchema, JsonValue, JsonValue]>([
    [set, 1, "1"],
    [set, null, "null"],
    [set, true, "true"],
    [set, "\0[1]", [1]],
    [set, 9007199254740993n, "9007199254740993"],
    [set, [1, [2]], [[1], 2]],
    [set, { a: null }, {}],
    [keyed, { p: "1,2", a: "3" }, { p: "1", a: "2,3" }],
    [keyed, { p: 1, a: 1 }, { p: 1, a: "1" }],
    [keyed, { p: 1 }, { p: 1, a: null }],
    [keyed, { p: 1 }, { a: 1 }],
    [keyed, {}, null],
    [{ ...keyed, listMapKeys: ["a"] }, {}, { a: "" }],
    [{ ...keyed, listMapKeys: ["toString"] }, {}, { toString: "x" }],
  ])("by %o tells %o and %o apart", (schema, a, b) => {
    const identify = compileIdentity(schema) as IdentifyElement;
    expect(identify(a)).not.toBe(identify(b));
  });

  it.each<[JsonSchema, JsonValue, JsonValue]>([
    [set, { x: 1, y: [2] }, { y: [2], x: 1.0 }],
    [set, 0, -0],
    [set, [-0], [0]],
    [keyed, { p: 80, a: "x", v: 1 }, { a: "x", p: 80.0, v: 2 }],
  ])("by %o takes %o and %o for one element", (schema, a, b) => {
    const identify = compileIdentity(schema) as IdentifyElement;
    const found = new Map([[identify(a), true]]);
    expect(found.has(identify(b))).toBe(true);
  });

  it.each<JsonSchema>([{}, { listType: "atomic" }, { listType: "map" }])(
    "leaves elements of %j to their index",
    (schema) => {
      expect(compileIdentity(schema)).toBeUndefined();
    },
  );
});

describe("pairElements()", () => {
  it("pairs duplicates nth with nth and judges no surplus", () => {
    expect(pairElements(["a", "b", "a", "c"], ["b", "a", "d", "d", "a", "a"], identifyValue)).toEqual({
      pairs: [
        [1, 0],
        [0, 1],
        [2, 4],
      ],
      added: [2],
      removed: [3],
    });
  });

  it("pairs by index where there is no identity", () => {
    expect(pairElements([1, 2], [2], undefined)).toEqual({ pairs: [[0, 0]], added: [], removed: [1] });
    expect(pairElements([], [2], undefined)).toEqual({ pairs: [], added: [0], removed: [] });
  });
});

describe("elementSegment()", () => {
  it.each<[JsonSchema, JsonValue, string]>([
    [keyed, { p: 80, a: "x" }, '[a="x",p=80]'],
    [keyed, { p: 80 }, "[p=80]"],
    [set, "x", '[="x"]'],
    [set, { y: 1, x: "a" }, '[={"x":"a","y":1}]'],
    [set, 9007199254740993n, "[=9007199254740993]"],
    [{}, "x", "[7]"],
  ])("of %o names %o", (schema, item, expected) => {
    expect(printSegments([elementSegment(schema, item, 7)], "bracketed")).toBe(expected);
  });
});
