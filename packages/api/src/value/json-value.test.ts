import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deepCopy, deepEqual, getOwn, isJsonObject, type JsonValue, setOwn } from "./json-value.ts";

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);

describe("getOwn() and setOwn()", () => {
  it("treat the names of Object's own members as data", () => {
    const object = {};
    expect(["toString", "constructor", "__proto__"].map((key) => getOwn(object, key))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    for (const key of ["toString", "constructor", "__proto__"]) {
      setOwn(object, key, key);
    }
    expect(Object.keys(object)).toEqual(["toString", "constructor", "__proto__"]);
    expect(getOwn(object, "__proto__")).toBe("__proto__");
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
  });
});

describe("isJsonObject()", () => {
  it("tells objects from lists, null and the absent", () => {
    expect([{}, [], null, undefined, "a"].map(isJsonObject)).toEqual([true, false, false, false, false]);
  });
});

describe("deepCopy()", () => {
  it("keeps a key named __proto__", () => {
    const value = JSON.parse('{"a":{"__proto__":{"b":[1]}}}');
    expect(JSON.stringify(deepCopy(value))).toBe('{"a":{"__proto__":{"b":[1]}}}');
  });

  it("gives an equal value that shares nothing", () => {
    fc.assert(
      fc.property(json, (value) => {
        const copy = deepCopy(value);
        expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
        expect(typeof value === "object" && value !== null && copy === value).toBe(false);
      }),
    );
  });
});

describe("deepEqual()", () => {
  it.each<[JsonValue, JsonValue, boolean]>([
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [[1, 2], [2, 1], false],
    [0, -0, true],
    [{ a: 1 }, { a: 1, b: null }, false],
    [JSON.parse(`{"toString":1}`), {}, false],
    [{}, JSON.parse(`{"constructor":1}`), false],
    [{}, [], false],
    [null, {}, false],
    ["1", 1, false],
    [JSON.parse('{"__proto__":1}'), {}, false],
  ])("%j and %j: %j", (a, b, expected) => {
    expect(deepEqual(a, b)).toBe(expected);
    expect(deepEqual(b, a)).toBe(expected);
  });

  it("compares integers that no double holds", () => {
    expect(deepEqual([2n ** 60n + 1n], [2n ** 60n + 1n])).toBe(true);
    expect(deepEqual(2n ** 60n + 1n, 2n ** 60n)).toBe(false);
  });

  it("holds between a value and its copy, and not once something was added", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(deepEqual(value, deepCopy(value))).toBe(true);
        expect(deepEqual([value], [value, null])).toBe(false);
      }),
    );
  });
});
