import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ type: "object", properties: { a: { type: "string" } } }, { a: "b", c: 1 }, []],
  [{ type: "object", properties: { toString: { type: "string" } } }, {}, []],
  [
    { type: "object", properties: { toString: { type: "string" } } },
    { toString: 1 },
    [`spec.x.toString: Invalid value: "integer": spec.x.toString in body must be of type string: "integer"`],
  ],
  [
    { type: "object", properties: { a: { type: "string", maxLength: 1 }, b: { type: "integer", minimum: 1 } } },
    { b: 0, a: "xy" },
    [
      "spec.x.b: Invalid value: 0: spec.x.b in body should be greater than or equal to 1",
      "spec.x.a: Too long: may not be more than 1 byte",
    ],
  ],
  [{ properties: { a: { type: "string" } } }, "no object", []],
];

describe("properties", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });
});
