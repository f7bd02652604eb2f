import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ type: "integer", format: "int32" }, 2147483647, []],
  [
    { type: "integer", format: "int32" },
    2147483648,
    [`<nil>: Invalid value: "": Checked value must be of type integer with format int32 in spec.x`],
  ],
  [
    { type: "integer", format: "int32" },
    9007199254740993n,
    [`<nil>: Invalid value: "": Checked value must be of type integer with format int32 in spec.x`],
  ],
  [{ type: "integer", format: "int64" }, -(2n ** 63n), []],
  [
    { type: "integer", minimum: -(2 ** 63) },
    5,
    [`<nil>: Invalid value: "": Minimum boundary value must be of type integer (default format) in spec.x`],
  ],
  [{ type: "integer", format: "int128" }, 5, []],
  [{ type: "number", format: "float" }, 3.4e38, []],
  [
    { type: "number", format: "float" },
    1e39,
    [`<nil>: Invalid value: "": Checked value must be of type number with format float in spec.x`],
  ],
  [{ type: "number", format: "double" }, 1e300, []],
];

describe("the ranges of number formats", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });
});
