import { describe, expect, it } from "vitest";
import { parseJson } from "../json/decode-json.ts";
import { deepCopy, type JsonObject, type JsonValue } from "../value/json-value.ts";
import { applyJsonPatch } from "./json-patch.ts";
import { JsonPatchError } from "./json-patch-error.ts";

function patched(document: JsonValue, ...operations: JsonValue[]): JsonValue {
  return applyJsonPatch(deepCopy(document), operations);
}

function failureOf(document: JsonValue, ...operations: JsonValue[]): string {
  try {
    applyJsonPatch(deepCopy(document), operations);
  } catch (error) {
    return error instanceof JsonPatchError ? error.message : `${error}`;
  }
  return "";
}

describe("applyJsonPatch()", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["adds a key", { op: "add", path: "/b", value: 1 }, { a: [1, 2], b: 1 }],
    ["adds before an item", { op: "add", path: "/a/1", value: 9 }, { a: [1, 9, 2] }],
    ["adds behind the last item", { op: "add", path: "/a/-", value: 9 }, { a: [1, 2, 9] }],
    ["adds counted from the end", { op: "add", path: "/a/-1", value: 9 }, { a: [1, 2, 9] }],
    ["reads a number with a sign", { op: "add", path: "/a/+1", value: 9 }, { a: [1, 9, 2] }],
    ["adds null if there is no value", { op: "add", path: "/b" }, { a: [1, 2], b: null }],
    ["replaces a key that is not there", { op: "replace", path: "/b", value: 1 }, { a: [1, 2], b: 1 }],
    ["replaces an item", { op: "replace", path: "/a/0", value: 9 }, { a: [9, 2] }],
    ["replaces the whole", { op: "replace", path: "", value: { c: 1 } }, { c: 1 }],
    ["removes the last item", { op: "remove", path: "/a/-1" }, { a: [1] }],
    ["moves", { op: "move", from: "/a/0", path: "/b" }, { a: [2], b: 1 }],
    ["copies", { op: "copy", from: "/a", path: "/b" }, { a: [1, 2], b: [1, 2] }],
    ["copies null from where nothing is", { op: "copy", from: "/x", path: "/b" }, { a: [1, 2], b: null }],
    ["drops what is before the first slash", { op: "add", path: "x/b", value: 1 }, { a: [1, 2], b: 1 }],
    ["takes null for a key that is not there", { op: "test", path: "/x", value: null }, { a: [1, 2] }],
    ["tests the whole", { op: "test", path: "", value: { a: [1, 2] } }, { a: [1, 2] }],
  ])("%s", (_, operation, expected) => {
    expect(patched({ a: [1, 2] }, operation)).toEqual(expected);
  });

  it("unescapes tokens once, from left to right", () => {
    const document = { "a/b": 1, "m~n": 2, "~1": 3 };
    const paths = ["/a~1b", "/m~0n", "/~01"];
    expect(patched(document, ...paths.map((path) => ({ op: "remove", path })))).toEqual({});
  });

  it.each<[JsonValue, string]>([
    [{ op: "frob", path: "/a" }, "Unexpected kind: frob"],
    [{ path: "/a" }, "Unexpected kind: unknown"],
    [null, "Unexpected kind: unknown"],
    [{ op: "add" }, "add operation failed to decode path: missing value"],
    [{ op: "add", path: "", value: {} }, 'add operation does not apply: doc is missing path: "": missing value'],
    [{ op: "add", path: "/x/y", value: 1 }, 'add operation does not apply: doc is missing path: "/x/y": missing value'],
    [
      { op: "add", path: "/a/3", value: 1 },
      "error in add for path: '/a/3': Unable to access invalid index: 3: invalid index referenced",
    ],
    [
      { op: "add", path: "/a/x", value: 1 },
      "error in add for path: '/a/x': value was not a proper array index: 'x': strconv.Atoi: parsing \"x\": invalid syntax",
    ],
    [
      { op: "remove", path: "/x" },
      "error in remove for path: '/x': Unable to remove nonexistent key: x: missing value",
    ],
    [
      { op: "replace", path: "/a/-", value: 1 },
      "replace operation does not apply: doc is missing key: /a/-: missing value",
    ],
    [{ op: "replace", path: "", value: 7 }, "replace operation value must be object or array"],
    [
      { op: "move", from: "/a", path: "/a/b" },
      "move operation does not apply: doc is missing destination path: /a/b: missing value",
    ],
    [{ op: "test", path: "/a", value: [1] }, "testing value /a failed: test failed"],
    [{ op: "test", path: "/a/9", value: null }, expect.stringContaining("invalid index") as unknown as string],
  ])("says why %j does not apply", (operation, expected) => {
    expect(failureOf({ a: [1, 2] }, operation)).toEqual(expected);
  });

  it("tells numbers apart that a double cannot", () => {
    const { value } = parseJson('{"n":9007199254740993}');
    const test = parseJson('{"op":"test","path":"/n","value":9007199254740992}').value;
    expect(failureOf(value, test)).toBe("testing value /n failed: test failed");
  });

  it("takes __proto__ and constructor for keys like any other", () => {
    const { value } = parseJson('{"__proto__":{"a":1}}');
    const operations = [
      { op: "copy", from: "/__proto__/a", path: "/constructor" },
      { op: "add", path: "/__proto__/b", value: 2 },
      { op: "test", path: "/toString", value: null },
    ];
    const result = applyJsonPatch(value, operations) as JsonObject;
    expect(JSON.stringify(result)).toBe('{"__proto__":{"a":1,"b":2},"constructor":1}');
    expect(failureOf({}, { op: "remove", path: "/toString" })).toContain("nonexistent key");
    expect(failureOf({}, { op: "add", path: "/__proto__/x", value: 1 })).toContain("missing path");
    expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
  });

  it("shares nothing with its operations", () => {
    const operation = { op: "add", path: "/b", value: { c: [1] } };
    const result = patched({}, operation, { op: "add", path: "/b/c/-", value: 2 });
    expect([result, operation.value]).toEqual([{ b: { c: [1, 2] } }, { c: [1] }]);
  });

  it("copies no more than three megabytes", () => {
    const copies = Array.from({ length: 40 }, (_, i) => ({ op: "copy", from: "/a", path: `/b${i}` }));
    expect(failureOf({ a: "x".repeat(100_000) }, ...copies)).toContain("the limit is 3145728");
  });

  it("stops before ten thousand insertions into a long list take minutes", () => {
    const document = { a: Array.from({ length: 200_000 }, () => 0) };
    const operations = Array.from({ length: 10_000 }, () => ({ op: "add", path: "/a/0", value: 1 }));
    expect(() => applyJsonPatch(document, operations)).toThrow(expect.objectContaining({ isTooCostly: true }));
    const appended = operations.map((operation) => ({ ...operation, path: "/a/-" }));
    expect((applyJsonPatch({ a: [] }, appended) as { a: number[] }).a).toHaveLength(10_000);
  });

  it("never nests deeper than anybody could read again", () => {
    const wraps = Array.from({ length: 1200 }, (_, i) => {
      const [outer, inner] = i % 2 === 0 ? ["b", "a"] : ["a", "b"];
      return [
        { op: "add", path: `/${outer}`, value: {} },
        { op: "move", from: `/${inner}`, path: `/${outer}/x` },
      ];
    });
    expect(failureOf({ a: {} }, ...wraps.flat())).toBe("exceeded max depth");
  });
});
