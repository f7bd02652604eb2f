import type { JsonValue } from "../value/json-value.ts";

/** Name of a value in errors of Go's JSON decoder. */
export function describeGoValue(value: JsonValue): string {
  if (Array.isArray(value)) {
    return "array";
  }
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "bigint":
      return "number";
    default:
      return value === null ? "null" : typeof value;
  }
}

/** Error of Go's JSON decoder: a value of another type than the field. */
export interface GoMismatch {
  /** Name of the value by {@link describeGoValue}, or the number itself. */
  readonly found: string;
  readonly struct: string;
  /** Path below the struct: `spec.names`. */
  readonly field: string;
  readonly type: string;
}

export function printGoMismatch({ found, struct, field, type }: GoMismatch): string {
  return `json: cannot unmarshal ${found} into Go struct field ${struct}.${field} of type ${type}`;
}
