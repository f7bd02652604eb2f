import { describeGoValue, type FieldPath, type JsonValue, printGoMismatch } from "@kiln/api";

/** A JSON value that cannot be decoded into its Go type. */
export interface Mistyped {
  readonly value: JsonValue;
  /** Go struct that has the field. */
  readonly struct: string;
  readonly path: FieldPath;
  /** Go type of the field, without the package of its own types: `[]JSON`. */
  readonly goType: string;
  readonly goPackage: string;
}

/** Go's decoding error for a mistyped value. */
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
