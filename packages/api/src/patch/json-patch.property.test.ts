import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deepCopy, getOwn, isJsonObject, type JsonObject, type JsonValue } from "../value/json-value.ts";
import { applyJsonPatch } from "./json-patch.ts";
import { JsonPatchError } from "./json-patch-error.ts";

const key = fc.constantFrom("a", "b", "a/b", "m~n", "", "0", "__proto__", "constructor", "toString");
const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonValue>(null, 0, 1, "x", "", true),
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie("tree")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}));
const document = fc
  .array(fc.tuple(key, tree), { maxLength: 4 })
  .map((entries): JsonObject => Object.fromEntries(entries));

function escapeToken(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** All paths in a value, with the value at each. */
function placesIn(value: JsonValue, path = ""): { path: string; value: JsonValue; isItem: boolean }[] {
  const children: [string, JsonValue][] = Array.isArray(value)
    ? value.map((item, index) => [String(index), item])
    : isJsonObject(value)
      ? Object.keys(value).map((name) => [name, getOwn(value, name) as JsonValue])
      : [];
  return children.flatMap(([name, child]) => {
    const here = `${path}/${escapeToken(name)}`;
    return [{ path: here, value: child, isItem: Array.isArray(value) }, ...placesIn(child, here)];
  });
}

const place = document
  .filter((value) => placesIn(value).length > 0)
  .chain((value) => fc.record({ value: fc.constant(value), at: fc.constantFrom(...placesIn(value)) }));

function apply(value: JsonValue, ...operations: JsonValue[]): JsonValue {
  return applyJsonPatch(deepCopy(value), operations);
}

describe("a JSON patch of any document", () => {
  it("finds what is at every place", () => {
    fc.assert(
      fc.property(place, ({ value, at }) => {
        expect(apply(value, { op: "test", path: at.path, value: at.value })).toEqual(value);
      }),
    );
  });

  it("removes what it added", () => {
    fc.assert(
      fc.property(place, tree, ({ value, at }, added) => {
        const undo = at.isItem ? { op: "remove", path: at.path } : { op: "replace", path: at.path, value: at.value };
        expect(apply(value, { op: "add", path: at.path, value: added }, undo)).toEqual(value);
      }),
    );
  });

  it("moves as it copies and removes", () => {
    fc.assert(
      fc.property(place, ({ value, at }) => {
        const kept = { op: "copy", from: at.path, path: "/fresh" };
        const moved = apply(value, { op: "move", from: at.path, path: "/fresh" });
        expect(moved).toEqual(apply(value, kept, { op: "remove", path: at.path }));
      }),
    );
  });

  it("fails in its own words or not at all", () => {
    const pointer = fc.array(fc.oneof(key, fc.constantFrom("-", "-1", "+1", "99")), { maxLength: 3 });
    const path = pointer.map((tokens) => tokens.map((token) => `/${escapeToken(token)}`).join(""));
    const operation = fc.record(
      {
        op: fc.constantFrom<JsonValue>("add", "remove", "replace", "move", "copy", "test", "frob", 5),
        path: fc.oneof(path, fc.constantFrom<JsonValue>(null, 7, "x")),
        from: path,
        value: tree,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(document, fc.array(fc.oneof(operation, tree), { maxLength: 4 }), (value, operations) => {
        try {
          applyJsonPatch(deepCopy(value), operations as JsonValue[]);
        } catch (error) {
          expect(error).toBeInstanceOf(JsonPatchError);
        }
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
