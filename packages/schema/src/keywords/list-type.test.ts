import { type JsonValue, printFieldError } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { validatorOf } from "../testing/print-faults.ts";

const KEYED = {
  type: "array",
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["k"],
  items: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
};

const CASES: readonly (readonly [about: string, schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  ["a set without duplicates", { type: "array", "x-kubernetes-list-type": "set" }, [1, "1", true, null, { a: 1 }], []],
  [
    "a triple, reported at its second occurrence",
    { type: "array", "x-kubernetes-list-type": "set" },
    ["a", "a", "b", "a", "b"],
    [`x[1]: Duplicate value: "a"`, `x[4]: Duplicate value: "b"`],
  ],
  [
    "objects, whatever the order of their keys",
    { type: "array", "x-kubernetes-list-type": "set" },
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [`x[1]: Duplicate value: {"a":1,"b":2}`],
  ],
  ["an atomic list", { type: "array", "x-kubernetes-list-type": "atomic" }, ["a", "a"], []],
  [
    "a keyed list, showing keys only",
    KEYED,
    [{ k: "a" }, { k: "b" }, { k: "a", v: 1 }],
    [`x[2]: Duplicate value: {"k":"a"}`],
  ],
  ["keys of different types", KEYED, [{ k: "1" }, { k: 1 }], []],
  ["two items without their key", KEYED, [{}, { v: 1 }], ["x[1]: Duplicate value: {}"]],
  [
    "several keys",
    { ...KEYED, "x-kubernetes-list-map-keys": ["k", "p"] },
    [
      { k: "a", p: 1 },
      { k: "a", p: 2 },
      { p: 1, k: "a" },
    ],
    [`x[2]: Duplicate value: {"k":"a","p":1}`],
  ],
  [
    "a keyed list of something else",
    { ...KEYED, items: {} },
    [{ k: "a" }, "b"],
    [`x[1]: Invalid value: "b": must be an object for an array of list-type map`],
  ],
  [
    "lists in maps, whose keys are bracketed",
    { type: "object", additionalProperties: { type: "array", "x-kubernetes-list-type": "set" } },
    { "some.key": [1, 1] },
    ["x[some.key][1]: Duplicate value: 1"],
  ],
];

function validator(schema: JsonValue) {
  return validatorOf({ type: "object", properties: { x: schema, y: { type: "string" } } });
}

describe("x-kubernetes-list-type", () => {
  it.each(CASES)("judges %s", (_, schema, value, faults) => {
    expect(validator(schema).validate({ x: value }).map(printFieldError)).toEqual(faults);
  });

  it("comes after all other faults", () => {
    const schema = { type: "array", "x-kubernetes-list-type": "set", items: { type: "string", maxLength: 1 } };
    expect(
      validator(schema)
        .validate({ x: ["ab", "ab"], y: 1 })
        .map((error) => error.field),
    ).toEqual(["x[0]", "x[1]", "y", "x[1]"]);
  });

  it("tolerates duplicates if the old object has any", () => {
    const { validateUpdate } = validator({ type: "array", "x-kubernetes-list-type": "set" });
    expect(validateUpdate({ x: ["a", "a", "b", "b"] }, { x: ["a", "a"] })).toEqual([]);
    expect(validateUpdate({ x: ["a", "a"] }, { x: ["a"] })).toHaveLength(1);
  });

  it("takes long lists", () => {
    const items = Array.from({ length: 100_000 }, (_, i) => ({ k: `name-${i}` }));
    expect(validator(KEYED).validate({ x: items })).toEqual([]);
    expect(validator(KEYED).validate({ x: [...items, { k: "name-7" }] })).toHaveLength(1);
  });
});
