import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ type: "object", additionalProperties: { type: "string" } }, { a: "b" }, []],
  [
    { type: "object", additionalProperties: { type: "string" } },
    { "some.key": 1 },
    [`spec.x.some.key: Invalid value: "integer": spec.x.some.key in body must be of type string: "integer"`],
  ],
  [
    { type: "object", additionalProperties: false },
    { a: 1 },
    [`spec.x: Invalid value: "a": spec.x.a in body is a forbidden property`],
  ],
  [
    { type: "object", properties: { a: { type: "integer" } }, additionalProperties: { type: "string" } },
    { a: 1, constructor: 2 },
    [`spec.x.constructor: Invalid value: "integer": spec.x.constructor in body must be of type string: "integer"`],
  ],
  [{ type: "object", additionalProperties: true }, { a: 1 }, []],
];

describe("additionalProperties", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });
});
