import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ oneOf: [{ required: ["a"] }, { required: ["b"] }] }, { a: 1 }, []],
  [
    { oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    { a: 1, b: 1 },
    [`<nil>: Invalid value: "": "spec.x" must validate one and only one schema (oneOf). Found 2 valid alternatives`],
  ],
  [
    { oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    {},
    [
      `<nil>: Invalid value: "": "spec.x" must validate one and only one schema (oneOf). Found none valid`,
      "spec.x.a: Required value",
    ],
  ],
  [
    { oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    "scalar",
    [`<nil>: Invalid value: "": "spec.x" must validate one and only one schema (oneOf). Found 2 valid alternatives`],
  ],
];

describe("oneOf", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });
});
