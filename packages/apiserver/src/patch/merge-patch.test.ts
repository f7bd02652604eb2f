import { deepCopy, type JsonObject, type JsonValue, parseJson } from "@kiln/api";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergePatch } from "./merge-patch.ts";

function merged(target: JsonObject, patch: JsonObject): JsonObject {
  const copy = deepCopy(target);
  mergePatch(copy, patch);
  return copy;
}

describe("mergePatch()", () => {
  it.each<[JsonObject, JsonObject, JsonObject]>([
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b" }, { a: null }, {}],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }],
    [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
    [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
    [{ a: null }, { a: { b: null, c: 1 } }, { a: { c: 1 } }],
  ])("makes of %j by %j what RFC 7396 says", (target, patch, expected) => {
    expect(merged(target, patch)).toEqual(expected);
  });

  it("takes nulls out of objects inside a list that is new, and leaves the nulls of the list", () => {
    expect(merged({ b: {} }, { a: [1, null, { q: null }] })).toEqual({ b: {}, a: [1, null, {}] });
    expect(merged({ a: [] }, { a: [{ q: null }] })).toEqual({ a: [{}] });
    expect(merged({ a: {} }, { a: [{ q: null }] })).toEqual({ a: [{ q: null }] });
  });

  it("takes __proto__ for a key like any other", () => {
    const target = parseJson('{"__proto__":{"a":1}}').value as JsonObject;
    const patch = parseJson('{"__proto__":{"b":2},"constructor":{"c":null}}').value as JsonObject;
    expect(JSON.stringify(merged(target, patch))).toBe('{"__proto__":{"a":1,"b":2},"constructor":{}}');
  });
});

const key = fc.constantFrom("a", "b", "c", "__proto__");
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonValue>(null, 0, "x", true),
    fc.array(fc.integer(), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const object = fc.dictionary(key, value, { noNullPrototype: true });

describe("a merge patch of any object", () => {
  it("changes nothing when it comes a second time", () => {
    fc.assert(
      fc.property(object, object, (target, patch) => {
        const once = merged(target, patch);
        expect(merged(once, patch)).toEqual(once);
      }),
    );
  });

  it("changes nothing if it is empty, and takes away what it sets to null", () => {
    fc.assert(
      fc.property(object, (target) => {
        expect(merged(target, {})).toEqual(target);
        expect(merged(target, Object.fromEntries(Object.keys(target).map((key) => [key, null])))).toEqual({});
      }),
    );
  });

  it("shares nothing with the object", () => {
    fc.assert(
      fc.property(object, object, (target, patch) => {
        const before = deepCopy(patch);
        const result = merged(target, patch);
        mergePatch(result, { a: { b: { c: 1 } }, b: null, c: [1] });
        expect(patch).toEqual(before);
      }),
    );
  });
});
