import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ type: "array", items: { type: "string" } }, ["a", "b"], []],
  [
    { type: "array", items: { type: "string" } },
    ["a", 1, null],
    [
      `spec.x[1]: Invalid value: "integer": spec.x[1] in body must be of type string: "integer"`,
      `spec.x[2]: Invalid value: "null": spec.x[2] in body must be of type string: "null"`,
    ],
  ],
  [
    { type: "array", items: { type: "array", items: { type: "integer", maximum: 1 } } },
    [[1], [0, 2]],
    ["spec.x[1][1]: Invalid value: 2: spec.x[1][1] in body should be less than or equal to 1"],
  ],
  [{ items: { type: "string" } }, "a", []],
];

describe("items", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });
});
