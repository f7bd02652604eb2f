import type { JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printFaults } from "../testing/print-faults.ts";

const CASES: readonly (readonly [schema: JsonValue, value: JsonValue, faults: readonly string[]])[] = [
  [{ type: "string" }, "a", []],
  [{ type: "string" }, 1, [`spec.x: Invalid value: "integer": spec.x in body must be of type string: "integer"`]],
  [{ type: "string" }, null, [`spec.x: Invalid value: "null": spec.x in body must be of type string: "null"`]],
  [{ type: "string", nullable: true }, null, []],
  [{ type: "object" }, [], [`spec.x: Invalid value: "array": spec.x in body must be of type object: "array"`]],
  [{ type: "array" }, {}, [`spec.x: Invalid value: "object": spec.x in body must be of type array: "object"`]],
  [{ type: "boolean" }, "true", [`spec.x: Invalid value: "string": spec.x in body must be of type boolean: "string"`]],
  [{ type: "integer" }, 9007199254740993n, []],
  [{ type: "integer" }, -0, []],
  [{ type: "integer" }, 1e18, [`spec.x: Invalid value: "number": spec.x in body must be of type integer: "number"`]],
  [
    { type: "integer" },
    1.5,
    [
      `spec.x: Invalid value: "number": spec.x in body must be of type integer: "number"`,
      `<nil>: Invalid value: "": Checked value must be of type integer (default format) in spec.x`,
    ],
  ],
  // A number is accepted as an integer despite rounding errors only under `type: integer` without a format.
  [
    { type: "integer" },
    1.0000000001,
    [`<nil>: Invalid value: "": Checked value must be of type integer (default format) in spec.x`],
  ],
  [{ type: "number" }, 1, []],
  [{ type: "number" }, 1n << 62n, []],
  [{ type: "weird" }, "a", [`spec.x: Invalid value: "string": spec.x in body must be of type weird: "string"`]],
  [{ "x-kubernetes-int-or-string": true }, 1, []],
  [{ "x-kubernetes-int-or-string": true }, "1", []],
  [
    { "x-kubernetes-int-or-string": true },
    true,
    [`spec.x: Invalid value: "boolean": spec.x in body must be of type integer,string: "boolean"`],
  ],
  [
    { type: "string", format: "date" },
    1,
    [`spec.x: Invalid value: "int64": spec.x in body must be of type date: "int64"`],
  ],
  [{ type: "string", format: "date" }, true, [`spec.x: Invalid value: "": spec.x in body must be of type date: ""`]],
  [{ type: "string", format: "date" }, ["a"], []],
  [
    { type: "integer", format: "int64" },
    1.5,
    [
      `spec.x: Invalid value: "float64": spec.x in body must be of type int64: "float64"`,
      `<nil>: Invalid value: "": Checked value must be of type integer with format int64 in spec.x`,
    ],
  ],
  [
    { type: "integer", format: "int32" },
    "1",
    [`spec.x: Invalid value: "string": spec.x in body must be of type integer: "string"`],
  ],
  [{}, null, []],
  [{ "x-kubernetes-preserve-unknown-fields": true }, { a: [1, null] }, []],
];

describe("type", () => {
  it.each(CASES)("%o judges %o", (schema, value, faults) => {
    expect(printFaults(schema, value)).toEqual(faults);
  });
});
