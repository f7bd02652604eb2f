import { asInteger, checkPercent, type FieldError, type FieldPath, invalid, type JsonValue } from "@kiln/api";
import { checkNonNegative } from "../field-checks.ts";

type Value = JsonValue | undefined;

/** Validates a count or a percentage: `1`, `25%`. */
export function checkIntOrPercent(value: Value, path: FieldPath): FieldError[] {
  return typeof value === "string"
    ? checkPercent(value).map((fault) => invalid(path, value, fault))
    : checkNonNegative(value, path);
}

export function checkAtMostAll(value: Value, path: FieldPath): FieldError[] {
  const percent = percentOf(value);
  return percent === undefined || percent <= 100 ? [] : [invalid(path, value, "must not be greater than 100%")];
}

function percentOf(value: Value): number | undefined {
  return typeof value === "string" && checkPercent(value).length === 0 ? Number(value.slice(0, -1)) : undefined;
}

/**
 * Number of an IntOrString. Kubernetes: a string that is a number counts as this number, any other as 0
 * (apis/apps/validation/validation.go getIntOrPercentValue, v1.36).
 */
export function intOrPercentValue(value: Value): number {
  if (typeof value !== "string") {
    return Number(asInteger(value));
  }
  return percentOf(value) ?? (/^[+-]?\d+$/.test(value) ? Number(value) : 0);
}
