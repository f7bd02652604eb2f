import type { Check, Kind } from "../check.ts";
import { createFault, type Fault } from "../fault.ts";
import { numberFormat } from "../formats/index.ts";
import type { JsonSchema } from "../json-schema.ts";

/** Range of a number under `type: integer` and the formats `int32` and `float`. */
export function compileRange(schema: JsonSchema, kind: Kind): Check | undefined {
  const holds = rangeOf(schema);
  // All integers that can be decoded are in the range of int64.
  if (holds === undefined || (kind === "integer" && numberFormat(schema) !== "int32" && schema.type === "integer")) {
    return undefined;
  }
  return (value) => (holds(value as number | bigint) ? undefined : [rangeFault("Checked", schema)]);
}

/**
 * Validation error for a limit outside the range of the schema's type, or undefined. Kubernetes: the limit fails
 * whatever the value is (validation/validate/values.go IsValueValidAgainstRange, v1.36).
 */
export function limitFault(what: string, limit: number, schema: JsonSchema): Fault | undefined {
  const holds = rangeOf(schema);
  return holds === undefined || holds(limit) ? undefined : rangeFault(what, schema);
}

function rangeOf(schema: JsonSchema): ((value: number | bigint) => boolean) | undefined {
  if (schema.intOrString === true) {
    return undefined;
  }
  const format = numberFormat(schema);
  if (schema.type === "integer") {
    return format === "int32" ? isInt32 : isInt64;
  }
  return schema.type === "number" && format === "float" ? isFloat32 : undefined;
}

function isInt32(value: number | bigint): boolean {
  return value >= -0x80000000 && value <= 0x7fffffff && isWhole(value);
}

/**
 * Kubernetes: parses the printed double, and the lowest int64 prints as -9223372036854776000
 * (validation/validate/values.go IsValueValidAgainstRange, v1.36).
 */
function isInt64(value: number | bigint): boolean {
  return typeof value === "bigint" || (Math.abs(value) < 2 ** 63 && isWhole(value));
}

function isFloat32(value: number | bigint): boolean {
  return Number.isFinite(Math.fround(Number(value)));
}

function isWhole(value: number | bigint): boolean {
  return typeof value === "bigint" || Number.isInteger(value);
}

function rangeFault(what: string, schema: JsonSchema): Fault {
  const format = numberFormat(schema);
  const form = format === "" ? "(default format)" : `with format ${format}`;
  return createFault({
    reason: "FieldValueInvalid",
    value: "",
    detail: (path) => `${what} value must be of type ${schema.type} ${form} in ${path}`,
    isAtRoot: true,
  });
}

const MOST_RELATIVE_ERROR = 1e-9;

/**
 * Kubernetes: rounding errors are tolerated for positive numbers only, and nothing beyond 2^53 is an integer
 * (go-openapi/swag/convert.go IsFloat64AJSONInteger, v1.36).
 */
export function isCloseToInteger(value: number): boolean {
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    return false;
  }
  const whole = Math.trunc(value);
  if (value === whole) {
    return true;
  }
  return whole > 0 && (value - whole) / (value + whole) < MOST_RELATIVE_ERROR;
}
