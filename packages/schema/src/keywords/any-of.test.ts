import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ anyOf: [{ type: "string" }, { type: "integer" }] }, 1, []],
  [
    { type: "string", anyOf: [{ pattern: "^a" }, { pattern: "^b" }] },
    "c",
    [
      `<nil>: Invalid value: "": "spec.x" must validate at least one schema (anyOf)`,
      `spec.x: Invalid value: "c": spec.x in body should match '^a'`,
    ],
  ],
  [{ anyOf: [{ minimum: 5 }, {}] }, 1, []],
  // The errors are those of the branch that matched most.
  [
    { anyOf: [{ type: "string" }, { type: "object", properties: { a: { type: "string" } } }] },
    { a: 1 },
    [
      `<nil>: Invalid value: "": "spec.x" must validate at least one schema (anyOf)`,
      `spec.x.a: Invalid value: "integer": spec.x.a in body must be of type string: "integer"`,
    ],
  ],
];

describe("anyOf", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });

  it.each(["anyOf", "oneOf"])("chooses among 200 nested levels of %s without asking twice as often at each", (name) => {
    let schema: JsonValue = { minLength: 5 };
    for (let i = 0; i < 200; i++) {
      schema = { [name]: [{ maxLength: 0 }, schema] };
    }
    const faults = printFaults({ type: "string", ...schema }, "abc");
    expect(faults.at(-1)).toBe("spec.x: Too long: may not be more than 0 bytes");
  });

  it("names the place inside the branch that it shows", () => {
    const inner = { anyOf: [{ properties: { b: { enum: [1] } } }, { required: ["c"] }] };
    const schema = { anyOf: [{ properties: { a: inner } }, { maxProperties: 0 }] };
    expect(printFaults({ type: "object", additionalProperties: true, ...schema }, { a: { b: 2 } })).toEqual([
      `<nil>: Invalid value: "": "spec.x" must validate at least one schema (anyOf)`,
      `<nil>: Invalid value: "": "spec.x.a" must validate at least one schema (anyOf)`,
      `spec.x.a.b: Unsupported value: 2: supported values: "1"`,
    ]);
  });
});
