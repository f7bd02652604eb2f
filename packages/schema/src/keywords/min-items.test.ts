import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ type: "array", minItems: 2 }, [1, 2], []],
  [{ type: "array", minItems: 2 }, [1], ["spec.x: Invalid value: 1: spec.x in body should have at least 2 items"]],
];

describe("minItems", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });
});
