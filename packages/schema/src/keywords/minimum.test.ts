import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ type: "integer", minimum: 3 }, 3, []],
  [
    { type: "integer", minimum: 3 },
    2,
    ["spec.x: Invalid value: 2: spec.x in body should be greater than or equal to 3"],
  ],
  [
    { type: "integer", minimum: 3, exclusiveMinimum: true },
    3,
    ["spec.x: Invalid value: 3: spec.x in body should be greater than 3"],
  ],
  [
    { type: "integer", minimum: 2 ** 53 },
    2,
    ["spec.x: Invalid value: 2: spec.x in body should be greater than or equal to 9007199254740992"],
  ],
  [{ type: "number", minimum: 1.5 }, 1, []],
  [
    { type: "number", minimum: 1.5 },
    1.25,
    ["spec.x: Invalid value: 1.25: spec.x in body should be greater than or equal to 1.5"],
  ],
  [
    { type: "number", minimum: 1000000 },
    0.5,
    ["spec.x: Invalid value: 0.5: spec.x in body should be greater than or equal to 1e+06"],
  ],
  [
    { type: "integer", minimum: 0.5 },
    7,
    [`<nil>: Invalid value: "": Minimum boundary value must be of type integer (default format) in spec.x`],
  ],
  [{ minimum: 10 }, "1", []],
  [{ minimum: 10 }, 9007199254740993n, []],
  [
    { minimum: 0 },
    -(2n ** 60n),
    ["spec.x: Invalid value: -1152921504606846976: spec.x in body should be greater than or equal to 0"],
  ],
];

describe("minimum", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });
});
