import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ type: "string", enum: ["a", "b"] }, "b", []],
  [{ type: "string", enum: ["a", "b"] }, "c", [`spec.x: Unsupported value: "c": supported values: "a", "b"`]],
  [{ type: "integer", enum: [1, 10] }, 3, [`spec.x: Unsupported value: 3: supported values: "1", "10"`]],
  [
    { type: "string", nullable: true, enum: ["a", null] },
    null,
    [`spec.x: Unsupported value: null: supported values: "a", "null"`],
  ],
  [{ type: "object", enum: [{ a: [1] }] }, { a: [1] }, []],
  [
    { type: "object", enum: [{ a: 1 }] },
    { a: 2 },
    [`spec.x: Unsupported value: {"a":2}: supported values: "{\\"a\\":1}"`],
  ],
  [{ type: "number", enum: [1, 2] }, 1.5, []],
  [{ enum: ["1"] }, 1, [`spec.x: Unsupported value: 1: supported values: "1"`]],
];

describe("enum", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });
});
