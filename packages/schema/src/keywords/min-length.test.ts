import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ type: "string", minLength: 2 }, "ab", []],
  [
    { type: "string", minLength: 2 },
    "👍",
    [`spec.x: Invalid value: "👍": spec.x in body should be at least 2 chars long`],
  ],
  [{ type: "string", minLength: 2 }, "👍👍", []],
  [{ type: "string", minLength: 1 }, "", [`spec.x: Invalid value: "": spec.x in body should be at least 1 chars long`]],
  [{ type: "string", minLength: 0 }, "", []],
];

describe("minLength", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });
});
