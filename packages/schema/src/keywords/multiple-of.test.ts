import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ type: "integer", multipleOf: 5 }, 10, []],
  [{ type: "integer", multipleOf: 5 }, 7, ["spec.x: Invalid value: 7: spec.x in body should be a multiple of 5"]],
  [{ type: "integer", multipleOf: 5 }, 9007199254740995n, []],
  [
    { type: "number", multipleOf: 0.1 },
    0.25,
    ["spec.x: Invalid value: 0.25: spec.x in body should be a multiple of 0.1"],
  ],
  [{ type: "number", multipleOf: 0.1 }, 0.3, []],
  [
    { type: "number", multipleOf: 0.5 },
    3,
    ["spec.x: Invalid value: 0: factor MultipleOf declared for spec.x must be positive: 0"],
  ],
  [
    { type: "integer", multipleOf: 0 },
    3,
    ["spec.x: Invalid value: 0: factor MultipleOf declared for spec.x must be positive: 0"],
  ],
  [
    { type: "integer", multipleOf: 1.5 },
    3,
    [`<nil>: Invalid value: "": MultipleOf value must be of type integer (default format) in spec.x`],
  ],
];

describe("multipleOf", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });
});
