import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ type: "string", allOf: [{ minLength: 1 }, { maxLength: 2 }] }, "a", []],
  [
    { type: "string", allOf: [{ minLength: 2 }, { pattern: "^a" }, {}] },
    "b",
    [
      `spec.x: Invalid value: "b": spec.x in body should be at least 2 chars long`,
      `spec.x: Invalid value: "b": spec.x in body should match '^a'`,
      `<nil>: Invalid value: "": "spec.x" must validate all the schemas (allOf)`,
    ],
  ],
  [
    { allOf: [{ minimum: 2 }, { minimum: 2 }] },
    1,
    [
      "spec.x: Invalid value: 1: spec.x in body should be greater than or equal to 2",
      `<nil>: Invalid value: "": "spec.x" must validate all the schemas (allOf). None validated`,
    ],
  ],
  [{ allOf: [{ required: ["a"] }] }, null, []],
];

describe("allOf", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });
});
