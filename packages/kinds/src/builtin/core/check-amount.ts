import {
  type FieldError,
  type FieldPath,
  invalid,
  type JsonObject,
  type JsonValue,
  parseQuantity,
  printQuantity,
  type Quantity,
  quantityMilliValue,
  quantitySign,
} from "@kiln/api";
import { isIntegerResource } from "./resource-names.ts";

/** Parses an amount of an object; invalid ones were rejected on write. */
export function amountOf(value: JsonValue | undefined): Quantity | undefined {
  return value === undefined || value === null ? undefined : parseQuantity(String(value)).value;
}

/** Validates that an amount is not negative, and an integer for resources that cannot be divided. */
export function checkAmount(name: string, value: JsonValue, path: FieldPath): FieldError[] {
  const amount = amountOf(value);
  if (amount === undefined) {
    return [];
  }
  return checkQuantity(name, amount, path);
}

/** Validates a parsed amount, as {@link checkAmount}. */
export function checkQuantity(name: string, amount: Quantity, path: FieldPath): FieldError[] {
  const isNegative = quantitySign(amount) < 0;
  const isSplit = isIntegerResource(name) && quantityMilliValue(amount) % 1000n !== 0n;
  if (!isNegative && !isSplit) {
    return [];
  }
  const printed = printQuantity(amount);
  return [
    ...(isNegative ? [invalid(path, printed, "must be greater than or equal to 0")] : []),
    ...(isSplit ? [invalid(path, printed, "must be an integer")] : []),
  ];
}

/** Validates all amounts of a resource list. */
export function checkAmounts(
  amounts: JsonObject,
  check: (name: string, amount: JsonValue) => readonly FieldError[],
): FieldError[] {
  return Object.entries(amounts).flatMap(([name, amount]) => check(name, amount));
}
