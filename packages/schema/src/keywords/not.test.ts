import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ not: { type: "string" } }, 1, []],
  [{ not: { type: "string" } }, "a", [`<nil>: Invalid value: "": "spec.x" must not validate the schema (not)`]],
  [{ not: {} }, 1, [`<nil>: Invalid value: "": "spec.x" must not validate the schema (not)`]],
];

describe("not", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });
});
