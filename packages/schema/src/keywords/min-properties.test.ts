import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ type: "object", minProperties: 1 }, { a: 1 }, []],
  [
    { type: "object", minProperties: 1 },
    {},
    ["spec.x: Invalid value: 0: spec.x in body should have at least 1 properties"],
  ],
];

describe("minProperties", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });
});
