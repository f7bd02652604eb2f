import type { JsonValue } from "../value/json-value.ts";

/** The Go JSON decoder's name of a value that it cannot decode. */
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

/** Where Go found a value that a type cannot take. */
export interface GoMismatch {
  /** As {@link describeGoValue}, or with the number itself. */
  readonly found: string;
  readonly struct: string;
  /** From the struct on: `spec.names`. */
  readonly field: string;
  readonly type: string;
}

export function printGoMismatch({ found, struct, field, type }: GoMismatch): string {
  return `json: cannot unmarshal ${found} into Go struct field ${struct}.${field} of type ${type}`;
}
