import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ type: "integer", maximum: 5 }, 5, []],
  [{ type: "integer", maximum: 5 }, 6, ["spec.x: Invalid value: 6: spec.x in body should be less than or equal to 5"]],
  [
    { type: "number", maximum: 5.5, exclusiveMaximum: true },
    5.5,
    ["spec.x: Invalid value: 5.5: spec.x in body should be less than 5.5"],
  ],
  [{ type: "number", maximum: 5.5 }, 6, ["spec.x: Invalid value: 6: spec.x in body should be less than or equal to 5"]],
  [
    { type: "integer", maximum: 2 ** 63 },
    1,
    [`<nil>: Invalid value: "": Maximum boundary value must be of type integer (default format) in spec.x`],
  ],
  [{ maximum: 5 }, "100", []],
];

describe("maximum", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });
});
