import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ type: "object", required: ["a"], properties: { a: {} } }, { a: null }, []],
  [{ type: "object", required: ["b", "a"] }, {}, ["spec.x.b: Required value", "spec.x.a: Required value"]],
  [{ type: "object", required: ["constructor"] }, {}, ["spec.x.constructor: Required value"]],
  [{ type: "object", required: ["a", "a"] }, { a: 1 }, []],
  [
    { type: "object", required: ["a"], properties: { b: { type: "string" } } },
    { b: "c" },
    ["spec.x.a: Required value"],
  ],
  [{ required: ["a"] }, 5, []],
];

describe("required", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });
});
