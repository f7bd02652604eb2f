import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ type: "string", maxLength: 2 }, "日本", []],
  [{ type: "string", maxLength: 2 }, "👍👍", []],
  [{ type: "string", maxLength: 2 }, "abc", ["spec.x: Too long: may not be more than 2 bytes"]],
  [{ type: "string", maxLength: 1 }, "👍👍", ["spec.x: Too long: may not be more than 1 byte"]],
  [{ type: "string", maxLength: 2, pattern: "^z" }, "abc", ["spec.x: Too long: may not be more than 2 bytes"]],
  [{ maxLength: 1 }, 12345, []],
];

describe("maxLength", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });
});
