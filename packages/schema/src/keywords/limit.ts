import { printGoNumber } from "@kiln/api";
import type { Check, Kind } from "../check.ts";
import { createFault, type Fault } from "../fault.ts";
import type { JsonSchema } from "../json-schema.ts";
import { limitFault } from "./number-range.ts";

interface Limit {
  readonly what: string;
  readonly limit: number | undefined;
  readonly words: string;
  readonly isWithin: (value: number | bigint, limit: number) => boolean;
}

/** The check of one end of a range of numbers. */
export function compileLimit(schema: JsonSchema, kind: Kind, options: Limit): Check | undefined {
  if (options.limit === undefined) {
    return undefined;
  }
  const { what, words, isWithin } = options;
  const isUnfit = limitFault(what, options.limit, schema) !== undefined;
  // Kubernetes: integers are held against the limit cut to an integer, so 1 passes `minimum: 1.5`.
  const isCut = kind === "integer" && !isUnfit;
  const limit = isCut ? truncate(options.limit) : options.limit;
  const text = isCut ? printGoNumber(limit) : printFloat(limit);
  const check = (value: number | bigint): Fault[] | undefined =>
    isWithin(value, limit) ? undefined : [exceedsFault(value, `${words} ${text}`)];
  if (!isUnfit) {
    return (value) => check(value as number | bigint);
  }
  return (value) => [limitFault(what, limit, schema) as Fault, ...(check(value as number | bigint) ?? [])];
}

function exceedsFault(value: number | bigint, words: string): Fault {
  return createFault({
    reason: "FieldValueInvalid",
    value,
    detail: (path) => `${path} in body should be ${words}`,
  });
}

/** Cuts a limit to an integer; never to -0, which no limit prints as. */
export function truncate(limit: number): number {
  return Math.trunc(limit) + 0;
}

/** Go's `%v` of a float64: unlike a number of an object, a limit is a float even if it is whole. */
export function printFloat(limit: number): string {
  if (Number.isInteger(limit) && Math.abs(limit) >= 1e6) {
    return limit.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
  }
  return printGoNumber(limit);
}
