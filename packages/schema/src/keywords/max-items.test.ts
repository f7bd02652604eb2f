import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ type: "array", maxItems: 2 }, [1, 2], []],
  [{ type: "array", maxItems: 2 }, [1, 2, 3], ["spec.x: Too many: 3: must have at most 2 items"]],
  [{ type: "array", maxItems: 1 }, [1, 2, 3], ["spec.x: Too many: 3: must have at most 1 item"]],
];

describe("maxItems", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });
});
