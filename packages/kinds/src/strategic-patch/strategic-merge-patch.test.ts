import { deepCopy, type JsonObject, type JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { packages } from "../natives/data/index.ts";
import { nativePatchType } from "../natives/native-patch-type.ts";
import { createTypeLibrary } from "../natives/type-library.ts";
import { strategicMergePatch } from "./strategic-merge-patch.ts";
import { StrategicPatchError } from "./strategic-patch-error.ts";

const types = {
  Thing: {
    metadata: "meta/v1.ObjectMeta",
    items: "[]Item;patch=merge:name",
    whole: "[]Item",
    names: "[]string;patch=merge",
    data: "map[string]string",
    rule: "Rule;patch=replace",
    strategy: "Strategy",
    maps: "map[string]map[string]string",
  },
  Item: { name: "string", image: "string", ports: "[]Port;patch=merge,retainKeys:port" },
  Port: { port: "int32", name: "string" },
  Rule: { a: "string", b: "string" },
  Strategy: { type: "string", rolling: "map[string]string" },
};
const library = createTypeLibrary([
  ...packages,
  { path: "test/v1", prefix: "", resources: "[]", types: JSON.stringify(types) },
]);
const type = nativePatchType(library.struct("test/v1.Thing"));

function patched(object: JsonObject, patch: JsonObject): JsonObject {
  return strategicMergePatch(deepCopy(object), deepCopy(patch), type);
}

function failureOf(object: JsonObject, patch: JsonObject): [string, string] | undefined {
  try {
    patched(object, patch);
  } catch (error) {
    return error instanceof StrategicPatchError ? [error.code, error.message] : undefined;
  }
  return undefined;
}

const named = (...names: string[]): JsonObject[] => names.map((name) => ({ name }));

describe("strategicMergePatch()", () => {
  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ["merges maps and drops nulls", { data: { a: "1" } }, { data: { a: null, b: "2", c: null } }, { data: { b: "2" } }],
    [
      "merges items by key",
      { items: [{ name: "a", image: "1" }] },
      { items: [{ name: "a", image: "2" }] },
      { items: [{ name: "a", image: "2" }] },
    ],
    [
      "puts new items before those the patch does not name",
      { items: named("a", "b") },
      { items: named("c", "a") },
      { items: named("c", "a", "b") },
    ],
    [
      "keeps other items where they were",
      { items: named("a", "b", "c") },
      { items: named("c", "a") },
      { items: named("b", "c", "a") },
    ],
    ["deletes items", { items: named("a", "b") }, { items: [{ name: "a", $patch: "delete" }] }, { items: named("b") }],
    [
      "replaces a list",
      { items: named("a", "b") },
      { items: [{ $patch: "replace" }, { name: "c" }] },
      { items: named("c") },
    ],
    ["replaces lists without a strategy", { whole: named("a") }, { whole: named("b") }, { whole: named("b") }],
    ["merges scalars as a set", { names: ["a", "b"] }, { names: ["c", "a"] }, { names: ["c", "a", "b"] }],
    ["deletes scalars", { names: ["a", "b"] }, { "$deleteFromPrimitiveList/names": ["a", "z"] }, { names: ["b"] }],
    ["orders scalars", { names: ["a", "b"] }, { "$setElementOrder/names": ["b", "a"] }, { names: ["b", "a"] }],
    [
      "orders items",
      { items: named("a", "b") },
      { "$setElementOrder/items": named("c", "b", "a"), items: named("c") },
      { items: named("c", "b", "a") },
    ],
    ["replaces a map", { data: { a: "1" } }, { data: { $patch: "replace", b: "2" } }, { data: { b: "2" } }],
    ["empties a map", { data: { a: "1" } }, { data: { $patch: "delete" } }, { data: {} }],
    ["loses what would replace nothing", {}, { data: { $patch: "replace", b: "2" } }, {}],
    ["replaces an object by strategy", { rule: { a: "1" } }, { rule: { b: "2" } }, { rule: { b: "2" } }],
    [
      "retains keys",
      { strategy: { type: "R", rolling: { x: "1" } } },
      { strategy: { $retainKeys: ["type"], type: "C" } },
      { strategy: { type: "C" } },
    ],
    ["replaces what has another type", { data: { a: "1" } }, { data: "x" }, { data: "x" }],
    [
      "merges owners by uid",
      { metadata: { ownerReferences: [{ uid: "1", name: "a" }] } },
      { metadata: { ownerReferences: [{ uid: "1", name: "b" }, { uid: "2" }] } },
      { metadata: { ownerReferences: [{ uid: "1", name: "b" }, { uid: "2" }] } },
    ],
    [
      "merges finalizers as a set",
      { metadata: { finalizers: ["a"] } },
      { metadata: { finalizers: ["b"] } },
      { metadata: { finalizers: ["b", "a"] } },
    ],
    [
      "merges lists inside items",
      { items: [{ name: "a", ports: [{ port: 1, name: "x" }] }] },
      { items: [{ name: "a", ports: [{ port: 2 }, { port: 1, $retainKeys: ["port"] }] }] },
      { items: [{ name: "a", ports: [{ port: 2 }, { port: 1 }] }] },
    ],
  ])("%s", (_, object, patch, expected) => {
    expect(patched(object, patch)).toEqual(expected);
  });

  it.each<[JsonObject, JsonObject, string, string]>([
    [{}, { $patch: "frob" }, "failed", "unknown patch type: frob in map: map[$patch:frob]"],
    [
      { items: named("a") },
      { items: [{ image: "x" }] },
      "failed",
      "map: map[image:x] does not contain declared merge key: name",
    ],
    [
      { items: named("a") },
      { items: [{ name: "a", $patch: "merge" }] },
      "failed",
      "merging lists cannot yet be specified in the patch",
    ],
    [{ names: ["a"] }, { names: ["b", 5] }, "failed", "list element types are not identical: [[a] [b 5]]"],
    [{ names: [["a"]] }, { names: [["a"]] }, "unsupported", "lists of lists are not supported"],
    [{}, { $retainKeys: "x" }, "malformed", "invalid patch format of retainKeys"],
    [{}, { $retainKeys: ["names"], data: {} }, "malformed", "invalid patch format of retainKeys"],
    [{}, { $deleteFromPrimitiveList: [] }, "malformed", "invalid patch format of primitive list"],
    [{}, { $setElementOrder: [] }, "malformed", "invalid patch format of setElementOrder list"],
    [{}, { "$setElementOrder/names": "x" }, "failed", "expected a []interface {}, but received a string"],
    [
      {},
      { "$setElementOrder/names": ["a"], names: ["b"] },
      "failed",
      "The order in patch list:\n[b]\n doesn't match $setElementOrder list:\n[a]\n",
    ],
    [{}, { "$setElementOrder/names": ["a"], names: [] }, "failed", "no elements in any of the given slices"],
    [
      {},
      { "$setElementOrder/nope": [] },
      "failed",
      'unable to find api field in struct Thing for the json field "nope"',
    ],
    [
      { metadata: {} },
      { metadata: { "$setElementOrder/nope": [] } },
      "failed",
      'unable to find api field in struct ObjectMeta for the json field "nope"',
    ],
    [
      { maps: { a: { b: "1" } } },
      { maps: { a: { b: "2" } } },
      "failed",
      "merging an object in json but data type is not struct, instead is: map",
    ],
  ])("of %j refuses %j", (object, patch, code, message) => {
    expect(failureOf(object, patch)).toEqual([code, message]);
  });

  it("takes __proto__ for a key like any other", () => {
    const own = JSON.parse('{"data":{"__proto__":"1","constructor":"2"}}') as JsonObject;
    const result = patched({ data: { a: "0" } }, own);
    expect(JSON.stringify(result)).toBe('{"data":{"a":"0","__proto__":"1","constructor":"2"}}');
  });

  it("merges long lists without looking through one for each item of the other", () => {
    const long = (offset: number): JsonValue[] =>
      Array.from({ length: 20_000 }, (_, i) => ({ name: `n${i + offset}` }));
    const result = patched({ items: long(0) }, { items: long(10_000) });
    expect(result.items).toHaveLength(30_000);
  });
});
