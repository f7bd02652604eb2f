import { type JsonValue, printGoNumber } from "@kiln/api";
import type { Check, Kind } from "../check.ts";
import { createFault, type Fault } from "../fault.ts";
import type { JsonSchema } from "../json-schema.ts";
import { limitFault } from "./number-range.ts";

interface Limit {
  readonly what: string;
  readonly limit: number | undefined;
  readonly words: string;
  /** Creates the check. Each keyword writes out its comparison: calling a comparison function would be too slow. */
  readonly check: (limit: number, fail: (value: JsonValue) => Fault[]) => Check;
}

/** Check of a minimum or maximum. */
export function compileLimit(schema: JsonSchema, kind: Kind, options: Limit): Check | undefined {
  if (options.limit === undefined) {
    return undefined;
  }
  const { what, words } = options;
  const isUnfit = limitFault(what, options.limit, schema) !== undefined;
  // Kubernetes: for integers the limit is truncated to an integer, so 1 passes `minimum: 1.5`
  // (validation/validate/values.go MinimumNativeType, v1.36).
  const isCut = kind === "integer" && !isUnfit;
  const limit = isCut ? truncate(options.limit) : options.limit;
  const text = isCut ? printInteger(limit) : printFloat(limit);
  const check = options.check(limit, (value) => [exceedsFault(value, `${words} ${text}`)]);
  return isUnfit ? (value, old) => [limitFault(what, limit, schema) as Fault, ...(check(value, old) ?? [])] : check;
}

function exceedsFault(value: JsonValue, words: string): Fault {
  return createFault({
    reason: "FieldValueInvalid",
    value,
    detail: (path) => `${path} in body should be ${words}`,
  });
}

/** Truncates a limit to an integer; never to -0, which Go does not print. */
export function truncate(limit: number): number {
  return Math.trunc(limit) + 0;
}

/** Go's `%v` of an int64. */
export function printInteger(limit: number): string {
  return BigInt(limit).toString();
}

/** Go's `%v` of a float64, also where the limit is a whole number. */
export function printFloat(limit: number): string {
  if (Number.isInteger(limit) && Math.abs(limit) >= 1e6) {
    return limit.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
  }
  return printGoNumber(limit);
}
