import { type JsonObject, type JsonValue, printFieldError } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { compileMutability, type MutabilityOptions } from "./mutability.ts";
import { parseJsonSchema } from "./parse-schema.ts";

function violations(schema: JsonValue, old: JsonObject, now: JsonObject, options?: MutabilityOptions): string[] {
  const check = compileMutability(parseJsonSchema(schema).schema);
  return (check?.(old, now, options) ?? []).map(printFieldError);
}

const marked = (mark: string, schema: JsonObject = { type: "string" }): JsonObject => ({
  type: "object",
  properties: { spec: { type: "object", properties: { a: { ...schema, "x-kubernetes-mutability": mark } } } },
});

const keys = (mark: string, schema: JsonObject): JsonObject => ({
  type: "object",
  properties: { l: { ...schema, "x-kubernetes-key-mutability": mark } },
});

const strings = { type: "array", items: { type: "string" } };

describe("compileMutability()", () => {
  it("compiles a schema without marks to nothing", () => {
    const schema = { type: "object", properties: { a: strings, b: { type: "object", additionalProperties: strings } } };
    expect(compileMutability(parseJsonSchema(schema).schema)).toBeUndefined();
    expect(compileMutability(undefined)).toBeUndefined();
  });

  it.each<[string, JsonValue, JsonObject, JsonObject, string[]]>([
    [
      "a changed value",
      marked("Immutable"),
      { spec: { a: "x" } },
      { spec: { a: "y" } },
      [
        'spec.a: Invalid value: "y": may not be changed from "x" to "y": spec.a is marked x-kubernetes-mutability: Immutable; delete the object and create it again to change it',
      ],
    ],
    [
      "a removal",
      marked("AddOnly"),
      { spec: { a: "x" } },
      {},
      [
        'spec.a: Forbidden: may not be removed (was "x"): spec.a is marked x-kubernetes-mutability: AddOnly; it may be set once and then stays; delete the object and create it again to change it',
      ],
    ],
    [
      "an addition",
      marked("RemoveOnly"),
      {},
      { spec: { a: "x" } },
      [
        'spec.a: Forbidden: may not be added ("x"): spec.a is marked x-kubernetes-mutability: RemoveOnly; it may only be removed, or delete the object and create it again',
      ],
    ],
    [
      "a change below the marked node",
      marked("Immutable", { type: "object", "x-kubernetes-preserve-unknown-fields": true }),
      { spec: { a: { b: [{ c: 1, d: 2 }] } } },
      { spec: { a: { b: [{ c: 1, d: 3 }] } } },
      [
        'spec.a: Invalid value: {"b":[{"c":1,"d":3}]}: may not be changed (spec.a.b[0].d went from 2 to 3): spec.a is marked x-kubernetes-mutability: Immutable; delete the object and create it again to change it',
      ],
    ],
    [
      "keys of a map",
      keys("Immutable", { type: "object", additionalProperties: { type: "string" } }),
      { l: { x: "1" } },
      { l: { y: "1" } },
      [
        "l[x]: Forbidden: may not be removed: l is marked x-kubernetes-key-mutability: Immutable; keys may be neither added nor removed; delete the object and create it again",
        "l[y]: Forbidden: may not be added: l is marked x-kubernetes-key-mutability: Immutable; keys may be neither added nor removed; delete the object and create it again",
      ],
    ],
    [
      "a shortened list",
      keys("AddOnly", strings),
      { l: ["a", "b"] },
      { l: ["c"] },
      [
        "l[1]: Forbidden: may not be removed: l is marked x-kubernetes-key-mutability: AddOnly; items may only be appended",
      ],
    ],
    [
      "a member of a set",
      keys("RemoveOnly", { ...strings, "x-kubernetes-list-type": "set" }),
      {},
      { l: ["b"] },
      [
        'l[="b"]: Forbidden: may not be added: l is marked x-kubernetes-key-mutability: RemoveOnly; items may only be removed',
      ],
    ],
    [
      "an item",
      {
        type: "object",
        properties: { l: { type: "array", items: { type: "integer", "x-kubernetes-mutability": "Immutable" } } },
      },
      { l: [1, 2] },
      { l: [1, 3, 4] },
      [
        "l[1]: Invalid value: 3: may not be changed from 2 to 3: the items of l are marked x-kubernetes-mutability: Immutable; delete the object and create it again, or use another item",
      ],
    ],
  ])("says what happened, which mark forbids it and the way out: %s", (_, schema, old, now, expected) => {
    expect(violations(schema, old, now)).toEqual(expected);
  });

  it("shortens long values", () => {
    const [message] = violations(marked("Immutable"), { spec: { a: "x" } }, { spec: { a: "y".repeat(5000) } });
    expect(message?.length).toBeLessThan(500);
  });

  it.each<[JsonValue, JsonValue, string]>([
    [`${"p".repeat(200)}a`, `${"p".repeat(200)}b`, `from "…${"p".repeat(20)}a" to "…${"p".repeat(20)}b"`],
    [`a${"p".repeat(200)}`, `b${"p".repeat(200)}`, `from "a${"p".repeat(78)}…" to "b${"p".repeat(78)}…"`],
    ["short", `short${"r".repeat(100)}`, `from "short" to "short${"r".repeat(74)}…"`],
  ])("shows long values from where they differ, with both quotes: %#", (old, now, expected) => {
    const [message] = violations(marked("Immutable"), { spec: { a: old } }, { spec: { a: now } });
    expect(message).toContain(expected);
  });

  it("says that the new value is a default", () => {
    const schema = {
      type: "object",
      properties: {
        a: { type: "string", default: "new", "x-kubernetes-mutability": "Immutable" },
        b: {
          type: "object",
          "x-kubernetes-mutability": "Immutable",
          properties: { c: { type: "array", items: { type: "object", properties: { d: { default: 1 } } } } },
        },
      },
    };
    const words = "it was set to its default";
    expect(violations(schema, { a: "old" }, { a: "new" }).join()).toContain(words);
    expect(violations(schema, {}, { a: "new" }).join()).toContain(words);
    expect(violations(schema, { b: { c: [{}] } }, { b: { c: [{ d: 1 }] } }).join()).toContain(words);
    expect(violations(schema, { a: "new" }, { a: "old" }).join()).not.toContain(words);
  });

  it("cuts no character in two", () => {
    const [message] = violations(marked("Immutable"), { spec: { a: "x" } }, { spec: { a: "😀".repeat(100) } });
    expect(message).not.toMatch(/\p{Surrogate}/u);
  });

  it.each<[JsonObject, JsonObject, string]>([
    [{ x: { y: [1, 2] } }, { x: { y: [1, 3] } }, "(blob.x.y[1] went from 2 to 3)"],
    [{ x: [1] }, { x: [1, 2] }, "(blob.x[1] was added with 2)"],
    [{ a: 1, b: 2 }, { b: 2 }, "(blob.a was removed, it was 1)"],
    [{ a: 1, b: { c: null } }, { b: { c: 0 }, a: 2 }, "(blob.b.c went from null to 0)"],
    [{ a: {} }, { a: [] }, "(blob.a went from {} to [])"],
  ])("names the first difference below the mark between %j and %j", (old, now, expected) => {
    const schema = { type: "object", properties: { blob: { "x-kubernetes-mutability": "Immutable" } } };
    expect(violations(schema, { blob: old }, { blob: now }).join()).toContain(expected);
  });

  it("finds the difference below many levels in one walk", () => {
    const chain = (leaf: JsonValue): JsonValue => Array.from({ length: 900 }).reduce<JsonValue>((a) => ({ a }), leaf);
    const old = { blob: chain(Array.from({ length: 50_000 }, (_, i) => ({ i }))) };
    const now = { blob: chain(Array.from({ length: 50_000 }, (_, i) => ({ i: i === 49_999 ? 0 : i }))) };
    const schema = { type: "object", properties: { blob: { "x-kubernetes-mutability": "Immutable" } } };
    expect(violations(schema, old, now).join()).toContain("a[49999].i went from 49999 to 0");
  });

  it("shows no values if they are to be withheld", () => {
    const schema = {
      type: "object",
      properties: {
        data: { type: "object", additionalProperties: { type: "string" }, "x-kubernetes-mutability": "Immutable" },
        s: { ...strings, "x-kubernetes-list-type": "set", "x-kubernetes-key-mutability": "Immutable" },
      },
    };
    const now = { data: { key: "secret-b" }, s: ["secret-d"] };
    const messages = violations(schema, { data: { key: "secret-a" }, s: ["secret-c"] }, now, { withholdsValues: true });
    expect(messages).toHaveLength(3);
    expect(messages.join()).toContain("data.key differs");
    expect(messages.join()).not.toContain("secret-");
  });

  it("pairs long lists by hash", () => {
    const item = {
      type: "object",
      properties: { k: { type: "integer" }, v: { type: "integer", "x-kubernetes-mutability": "Immutable" } },
    };
    const schema = {
      type: "object",
      properties: {
        l: { type: "array", items: item, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] },
      },
    };
    const old = { l: Array.from({ length: 10_000 }, (_, k) => ({ k, v: k })) };
    const now = { l: old.l.map(({ k }) => ({ k, v: k === 77 ? 0 : k })).reverse() };
    expect(compileMutability(parseJsonSchema(schema).schema)?.(old, now).map(({ field }) => field)).toEqual([
      "l[k=77].v",
    ]);
  });
});
