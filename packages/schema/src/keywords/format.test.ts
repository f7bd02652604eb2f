import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ type: "string", format: "date-time" }, "2024-01-01T00:00:00Z", []],
  [
    { type: "string", format: "date-time" },
    "yesterday",
    [`spec.x: Invalid value: "yesterday": spec.x in body must be of type date-time: "yesterday"`],
  ],
  [{ type: "string", format: "datetime" }, "2024-01-01T00:00:00Z", []],
  [{ type: "string", format: "no-such-format" }, "anything", []],
  [{ format: "ipv4" }, "x", [`spec.x: Invalid value: "x": spec.x in body must be of type ipv4: "x"`]],
  [{ type: "object", format: "date" }, {}, []],
  [{ "x-kubernetes-int-or-string": true, format: "int32" }, 2147483648, []],
];

describe("format", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });
});
