import type { FieldPath, JsonValue } from "@kiln/api";

/** A value that a Go type cannot take. */
export interface Mistyped {
  readonly value: JsonValue;
  /** The Go struct that has the field. */
  readonly struct: string;
  readonly path: FieldPath;
  /** The Go type, its own names without their package: `[]JSON`. */
  readonly goType: string;
  readonly goPackage: string;
}

/** What Go's decoder says of it. */
export function printMistyped({ value, struct, path, goType, goPackage }: Mistyped): string {
  const type = goType.replace(/[A-Z]\w*$/, (name) => `${goPackage}.${name}`);
  const found = describe(value, goType === "int64");
  return `json: cannot unmarshal ${found} into Go struct field ${struct}.${path.toStructFields()} of type ${type}`;
}

/** Go shows numbers only where another number would have done. */
function describe(value: JsonValue, isNumberShown: boolean): string {
  if (Array.isArray(value)) {
    return "array";
  }
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "number":
      return isNumberShown ? `number ${Number.isInteger(value) ? BigInt(value) : value}` : "number";
    case "bigint":
      return "number";
    default:
      return value === null ? "null" : typeof value;
  }
}
