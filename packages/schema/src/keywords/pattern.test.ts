import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ type: "string", pattern: "^[a-z]+$" }, "abc", []],
  [
    { type: "string", pattern: "^[a-z]+$" },
    "ABC",
    [`spec.x: Invalid value: "ABC": spec.x in body should match '^[a-z]+$'`],
  ],
  [{ type: "string", pattern: "b+" }, "abba", []],
  [{ type: "string", pattern: "^(?i)abc$" }, "ABC", []],
  [{ type: "string", pattern: "^(?P<year>\\d{4})$" }, "2024", []],
  [{ type: "string", pattern: "^a$" }, "a\n", [`spec.x: Invalid value: "a\\n": spec.x in body should match '^a$'`]],
  [
    { type: "string", pattern: "(" },
    "a",
    [
      'spec.x: Invalid value: "a": spec.x in body should match \'(, ' +
        "but pattern is invalid: error parsing regexp: missing closing ): `(`'",
    ],
  ],
  [{ type: "string", pattern: "" }, "a", []],
];

describe("pattern", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });

  it("takes long texts that make other engines go back and forth", () => {
    const text = "a".repeat(100_000);
    expect(printFaults({ type: "string", pattern: "^(a+)+$" }, text)).toEqual([]);
    expect(printFaults({ type: "string", pattern: "^(a|aa)+b$" }, text)).toHaveLength(1);
  });
});
