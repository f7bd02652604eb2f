import { describeGoValue, type FieldPath, type JsonValue, printGoMismatch } from "@kiln/api";

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

/** Go's decoding error for it. */
export function printMistyped({ value, struct, path, goType, goPackage }: Mistyped): string {
  const type = goType.replace(/[A-Z]\w*$/, (name) => `${goPackage}.${name}`);
  return printGoMismatch({ found: describe(value, goType === "int64"), struct, field: path.toStructFields(), type });
}

/** Go prints numbers only where another number would have been valid. */
function describe(value: JsonValue, isNumberShown: boolean): string {
  return typeof value === "number" && isNumberShown
    ? `number ${Number.isInteger(value) ? BigInt(value) : value}`
    : describeGoValue(value);
}
