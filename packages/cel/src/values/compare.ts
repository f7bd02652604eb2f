import { compareGoStrings } from "@kiln/api";
import { bigintOf, isInt } from "./int.ts";
import { kindOf } from "./kind-of.ts";
import type { TypeKind } from "./type.ts";
import { CelDouble, CelDuration, CelError, CelTimestamp, CelUint, type CelValue } from "./value.ts";

export type Order = -1 | 0 | 1;

/** Order of two values; an error if their types have none. */
export function compare(left: CelValue, right: CelValue): Order | CelError {
  if (typeof left === "number" && typeof right === "number") {
    return left < right ? -1 : left > right ? 1 : 0;
  }
  if (typeof left === "string") {
    return typeof right === "string" ? orderOf(compareGoStrings(left, right)) : noSuchOverload();
  }
  if (typeof left === "boolean") {
    return typeof right === "boolean" ? orderOf(Number(left) - Number(right)) : noSuchOverload();
  }
  if (left instanceof Uint8Array) {
    return right instanceof Uint8Array ? compareBytes(left, right) : noSuchOverload();
  }
  if (left instanceof CelTimestamp) {
    return right instanceof CelTimestamp
      ? orderOf(left.seconds - right.seconds || left.nanoseconds - right.nanoseconds)
      : noSuchOverload();
  }
  if (left instanceof CelDuration) {
    return right instanceof CelDuration ? orderOfBigints(left.nanoseconds, right.nanoseconds) : noSuchOverload();
  }
  return compareNumbers(left, right);
}

const comparable: ReadonlySet<TypeKind> = new Set([
  "bool",
  "bytes",
  "double",
  "duration",
  "int",
  "string",
  "timestamp",
  "uint",
]);

/** Whether values of this kind have an order. */
export function isComparable(value: CelValue): boolean {
  return comparable.has(kindOf(value));
}

export function noSuchOverload(): CelError {
  return new CelError("no such overload");
}

function compareNumbers(left: CelValue, right: CelValue): Order | CelError {
  if (left instanceof CelDouble && Number.isNaN(left.value)) {
    return new CelError("NaN values cannot be ordered");
  }
  const leftWhole = wholeOf(left);
  const rightWhole = wholeOf(right);
  if (leftWhole !== undefined && rightWhole !== undefined) {
    return orderOfBigints(leftWhole, rightWhole);
  }
  const leftNumber = left instanceof CelDouble ? left.value : leftWhole === undefined ? undefined : Number(leftWhole);
  const rightNumber =
    right instanceof CelDouble ? right.value : rightWhole === undefined ? undefined : Number(rightWhole);
  if (leftNumber === undefined || rightNumber === undefined) {
    return noSuchOverload();
  }
  return Number.isNaN(rightNumber)
    ? new CelError("NaN values cannot be ordered")
    : orderOf(leftNumber - rightNumber, leftNumber === rightNumber);
}

function wholeOf(value: CelValue): bigint | undefined {
  return isInt(value) ? bigintOf(value) : value instanceof CelUint ? value.value : undefined;
}

// Equality comes first: infinity minus itself is not a number.
function orderOf(difference: number, isSame = difference === 0): Order {
  return isSame ? 0 : difference < 0 ? -1 : 1;
}

function orderOfBigints(left: bigint, right: bigint): Order {
  return left < right ? -1 : left > right ? 1 : 0;
}

function compareBytes(left: Uint8Array, right: Uint8Array): Order {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index += 1) {
    if (left[index] !== right[index]) {
      return left[index]! < right[index]! ? -1 : 1;
    }
  }
  return orderOf(left.length - right.length);
}
