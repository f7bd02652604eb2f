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
  // The branch that gets further is shown.
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
});
