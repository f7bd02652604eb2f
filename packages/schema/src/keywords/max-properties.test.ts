import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ type: "object", maxProperties: 2 }, { a: 1, b: 1 }, []],
  [{ type: "object", maxProperties: 2 }, { a: 1, b: 1, c: 1 }, ["spec.x: Too many: 3: must have at most 2 items"]],
];

describe("maxProperties", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });
});
