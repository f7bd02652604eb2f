import type { Check } from "../check.ts";
import { createFault, type Fault } from "../fault.ts";
import type { Keyword } from "../keyword.ts";
import { printFloat, printInteger, truncate } from "./limit.ts";
import { isCloseToInteger, limitFault } from "./number-range.ts";

export const multipleOf: Keyword = {
  wire: "multipleOf",
  name: "multipleOf",
  encoding: "number",
  goField: "MultipleOf",
  mayBeInBranch: true,
  mayBeAtStatusRoot: true,
  settled: "scalar",
  isInShortcut: true,
  values: {
    kinds: ["integer", "number"],
    compile(schema, kind) {
      if (schema.multipleOf === undefined) {
        return undefined;
      }
      const { multipleOf: limit } = schema;
      if (limitFault("MultipleOf", limit, schema) !== undefined) {
        const check = compileFactor(limit, printFloat(limit), isMultipleOfFloat);
        return (value, old) => [limitFault("MultipleOf", limit, schema) as Fault, ...(check(value, old) ?? [])];
      }
      if (kind === "number") {
        return compileFactor(limit, printFloat(limit), isMultipleOfFloat);
      }
      // Kubernetes: for integers the factor is truncated to an integer, so no integer is a multiple of 0.5
      // (validation/validate/values.go MultipleOfNativeType, v1.36).
      const factor = truncate(limit);
      return compileFactor(factor, printInteger(factor), isMultipleOfInteger);
    },
  },
};

type IsMultiple = (value: number | bigint, factor: number) => boolean;

function compileFactor(factor: number, text: string, isMultiple: IsMultiple): Check {
  if (factor <= 0) {
    return () => [notPositiveFault(factor, text)];
  }
  return (value) =>
    isMultiple(value as number | bigint, factor) ? undefined : [notMultipleFault(value as number, text)];
}

function isMultipleOfInteger(value: number | bigint, factor: number): boolean {
  return typeof value === "bigint" ? value % BigInt(factor) === 0n : value % factor === 0;
}

function isMultipleOfFloat(value: number | bigint, factor: number): boolean {
  const number = Number(value);
  return isCloseToInteger(factor < 1 ? (1 / factor) * number : number / factor);
}

function notMultipleFault(value: number | bigint, text: string): Fault {
  return createFault({
    reason: "FieldValueInvalid",
    value,
    detail: (path) => `${path} in body should be a multiple of ${text}`,
  });
}

function notPositiveFault(factor: number, text: string): Fault {
  return createFault({
    reason: "FieldValueInvalid",
    value: factor,
    detail: (path) => `factor MultipleOf declared for ${path} must be positive: ${text}`,
  });
}
