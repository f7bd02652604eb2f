import { noSuchOverload } from "./compare.ts";
import { type CelList, elementAt, isList, listSize } from "./containers.ts";
import { bigintOf, isInt, toInt } from "./int.ts";
import { addDuration, addToTimestamp, subtractTimestamps } from "./time-arithmetic.ts";
import { CelDouble, CelDuration, CelError, CelTimestamp, CelUint, type CelValue, ListView } from "./value.ts";

const maxUint = 2n ** 64n - 1n;

export function add(left: CelValue, right: CelValue): CelValue {
  if (typeof left === "number" && typeof right === "number") {
    const sum = left + right;
    return Number.isSafeInteger(sum) ? sum : intOf(bigintOf(left) + bigintOf(right));
  }
  if (typeof left === "string") {
    return typeof right === "string" ? left + right : noSuchOverload();
  }
  if (isInt(left)) {
    return isInt(right) ? intOf(bigintOf(left) + bigintOf(right)) : noSuchOverload();
  }
  if (left instanceof CelDouble) {
    return right instanceof CelDouble ? new CelDouble(left.value + right.value) : noSuchOverload();
  }
  if (left instanceof CelUint) {
    return right instanceof CelUint ? uintOf(left.value + right.value) : noSuchOverload();
  }
  if (left instanceof Uint8Array) {
    return right instanceof Uint8Array ? joinBytes(left, right) : noSuchOverload();
  }
  if (isList(left)) {
    return isList(right) ? concat(left, right) : noSuchOverload();
  }
  return addTimes(left, right);
}

function addTimes(left: CelValue, right: CelValue): CelValue {
  if (left instanceof CelTimestamp) {
    return right instanceof CelDuration ? addToTimestamp(left, right.nanoseconds) : noSuchOverload();
  }
  if (left instanceof CelDuration) {
    if (right instanceof CelTimestamp) {
      return addToTimestamp(right, left.nanoseconds);
    }
    return right instanceof CelDuration ? addDuration(left.nanoseconds, right.nanoseconds) : noSuchOverload();
  }
  return noSuchOverload();
}

/** Concatenation. If one list is empty, the other is returned without a copy. */
export function concat(left: CelList, right: CelList): CelValue {
  if (left instanceof ListView && left.concat !== undefined) {
    return left.concat(right);
  }
  const leftSize = listSize(left);
  const rightSize = listSize(right);
  if (leftSize === 0) {
    return right;
  }
  if (rightSize === 0) {
    return left;
  }
  const joined: CelValue[] = new Array(leftSize + rightSize);
  for (let index = 0; index < leftSize; index += 1) {
    joined[index] = elementAt(left, index);
  }
  for (let index = 0; index < rightSize; index += 1) {
    joined[leftSize + index] = elementAt(right, index);
  }
  return joined;
}

function joinBytes(left: Uint8Array, right: Uint8Array): Uint8Array {
  const joined = new Uint8Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}

export function subtract(left: CelValue, right: CelValue): CelValue {
  if (typeof left === "number" && typeof right === "number") {
    const difference = left - right;
    return Number.isSafeInteger(difference) ? difference : intOf(bigintOf(left) - bigintOf(right));
  }
  if (isInt(left)) {
    return isInt(right) ? intOf(bigintOf(left) - bigintOf(right)) : noSuchOverload();
  }
  if (left instanceof CelDouble) {
    return right instanceof CelDouble ? new CelDouble(left.value - right.value) : noSuchOverload();
  }
  if (left instanceof CelUint) {
    return right instanceof CelUint ? uintOf(left.value - right.value) : noSuchOverload();
  }
  if (left instanceof CelDuration) {
    return right instanceof CelDuration ? addDuration(left.nanoseconds, -right.nanoseconds) : noSuchOverload();
  }
  if (left instanceof CelTimestamp) {
    if (right instanceof CelDuration) {
      return addToTimestamp(left, -right.nanoseconds);
    }
    return right instanceof CelTimestamp ? subtractTimestamps(left, right) : noSuchOverload();
  }
  return noSuchOverload();
}

export function multiply(left: CelValue, right: CelValue): CelValue {
  if (typeof left === "number" && typeof right === "number") {
    // CEL ints have no negative zero: adding 0 makes it positive.
    const product = left * right + 0;
    return Number.isSafeInteger(product) ? product : intOf(bigintOf(left) * bigintOf(right));
  }
  if (isInt(left)) {
    return isInt(right) ? intOf(bigintOf(left) * bigintOf(right)) : noSuchOverload();
  }
  if (left instanceof CelDouble) {
    return right instanceof CelDouble ? new CelDouble(left.value * right.value) : noSuchOverload();
  }
  return left instanceof CelUint && right instanceof CelUint ? uintOf(left.value * right.value) : noSuchOverload();
}

/** Division that truncates towards zero, as in Go. */
export function divide(left: CelValue, right: CelValue): CelValue {
  if (isInt(left)) {
    if (!isInt(right)) {
      return noSuchOverload();
    }
    return right === 0 ? new CelError("division by zero") : intOf(bigintOf(left) / bigintOf(right));
  }
  if (left instanceof CelDouble) {
    return right instanceof CelDouble ? new CelDouble(left.value / right.value) : noSuchOverload();
  }
  if (left instanceof CelUint && right instanceof CelUint) {
    return right.value === 0n ? new CelError("division by zero") : new CelUint(left.value / right.value);
  }
  return noSuchOverload();
}

export function modulo(left: CelValue, right: CelValue): CelValue {
  if (isInt(left)) {
    if (!isInt(right)) {
      return noSuchOverload();
    }
    if (right === 0) {
      return new CelError("modulus by zero");
    }
    const isOverflow = left === -(2n ** 63n) && right === -1;
    return isOverflow ? new CelError("integer overflow") : intOf(bigintOf(left) % bigintOf(right));
  }
  if (left instanceof CelUint && right instanceof CelUint) {
    return right.value === 0n ? new CelError("modulus by zero") : new CelUint(left.value % right.value);
  }
  return noSuchOverload();
}

export function negate(value: CelValue): CelValue {
  if (isInt(value)) {
    return intOf(-bigintOf(value));
  }
  if (value instanceof CelDuration) {
    return addDuration(0n, -value.nanoseconds);
  }
  return value instanceof CelDouble ? new CelDouble(-value.value) : noSuchOverload();
}

function intOf(value: bigint): CelValue {
  return toInt(value) ?? new CelError("integer overflow");
}

function uintOf(value: bigint): CelValue {
  return value < 0n || value > maxUint ? new CelError("unsigned integer overflow") : new CelUint(value);
}
