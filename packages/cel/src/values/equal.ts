import {
  type CelList,
  type CelMap,
  elementAt,
  findInMap,
  isList,
  isMap,
  keysOf,
  listSize,
  mapSize,
} from "./containers.ts";
import { bigintOf, isInt } from "./int.ts";
import {
  CelDouble,
  CelDuration,
  CelOptional,
  CelTimestamp,
  CelTypeValue,
  CelUint,
  type CelValue,
  ListView,
  MapView,
  OpaqueValue,
  Special,
} from "./value.ts";

/** Whether two values are equal: numbers by value whatever their type, lists and maps throughout. Never an error. */
export function isEqual(left: CelValue, right: CelValue): boolean {
  if (left === right) {
    return true;
  }
  if (left === null || right === null || (typeof left !== "object" && typeof right !== "object")) {
    return false;
  }
  if (left instanceof Special || right instanceof Special) {
    return isSpecialEqual(left, right);
  }
  if (Array.isArray(left)) {
    return Array.isArray(right) && isArrayEqual(left, right);
  }
  if (typeof left !== "object" || typeof right !== "object" || Array.isArray(right)) {
    return false;
  }
  if (left instanceof Uint8Array || right instanceof Uint8Array) {
    return left instanceof Uint8Array && right instanceof Uint8Array && isBytesEqual(left, right);
  }
  return isObjectEqual(left as PlainObject, right as PlainObject);
}

/** Whether the value is a scalar for which equality is JavaScript's `===` among such scalars. */
export function isPlainScalar(value: CelValue): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

type PlainObject = { readonly [key: string]: CelValue };

function isArrayEqual(left: readonly CelValue[], right: readonly CelValue[]): boolean {
  if (left.length !== right.length) {
    return false;
  }
  for (let index = 0; index < left.length; index += 1) {
    if (!isEqual(left[index] as CelValue, right[index] as CelValue)) {
      return false;
    }
  }
  return true;
}

function isObjectEqual(left: PlainObject, right: PlainObject): boolean {
  let count = 0;
  for (const key in left) {
    const other = right[key];
    // A JavaScript object inherits functions and its prototype, which are no entries of the map.
    if ((other === undefined || key === "__proto__") && !Object.hasOwn(right, key)) {
      return false;
    }
    if (!isEqual(left[key] as CelValue, other as CelValue)) {
      return false;
    }
    count += 1;
  }
  for (const _ in right) {
    count -= 1;
  }
  return count === 0;
}

function isBytesEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

function isSpecialEqual(left: CelValue, right: CelValue): boolean {
  if (left instanceof ListView || right instanceof ListView) {
    return isList(left) && isList(right) && isListEqual(left, right);
  }
  if (left instanceof MapView || right instanceof MapView) {
    return isMap(left) && isMap(right) && isMapEqual(left, right);
  }
  const leftNumber = numberOf(left);
  if (leftNumber !== undefined) {
    const leftWhole = wholeOf(left);
    const rightWhole = wholeOf(right);
    // Whole numbers compare exactly; a double equals every integer that rounds to it.
    return leftWhole !== undefined && rightWhole !== undefined
      ? leftWhole === rightWhole
      : leftNumber === numberOf(right);
  }
  if (left instanceof CelDuration) {
    return right instanceof CelDuration && left.nanoseconds === right.nanoseconds;
  }
  if (left instanceof CelTimestamp) {
    return right instanceof CelTimestamp && left.seconds === right.seconds && left.nanoseconds === right.nanoseconds;
  }
  if (left instanceof CelTypeValue) {
    return right instanceof CelTypeValue && left.type.name === right.type.name;
  }
  if (left instanceof CelOptional) {
    return right instanceof CelOptional && isOptionalEqual(left, right);
  }
  // Inside a list or map, values that cannot be compared are no difference, as in cel-go.
  return left instanceof OpaqueValue && left.equals(right) !== false;
}

function isOptionalEqual(left: CelOptional, right: CelOptional): boolean {
  if (left.value === undefined || right.value === undefined) {
    return left.value === right.value;
  }
  return isEqual(left.value, right.value);
}

function isListEqual(left: CelList, right: CelList): boolean {
  if (left instanceof ListView && left.equals !== undefined) {
    return left.equals(right);
  }
  const size = listSize(left);
  if (size !== listSize(right)) {
    return false;
  }
  for (let index = 0; index < size; index += 1) {
    if (!isEqual(elementAt(left, index), elementAt(right, index))) {
      return false;
    }
  }
  return true;
}

function isMapEqual(left: CelMap, right: CelMap): boolean {
  if (left instanceof MapView && left.equals !== undefined) {
    return left.equals(right);
  }
  if (mapSize(left) !== mapSize(right)) {
    return false;
  }
  for (const key of keysOf(left)) {
    const other = findInMap(right, key);
    if (other === undefined || !isEqual(findInMap(left, key) ?? null, other)) {
      return false;
    }
  }
  return true;
}

/** Value as a double; undefined if it is not a number. */
function numberOf(value: CelValue): number | undefined {
  if (typeof value === "number") {
    return value;
  }
  if (value instanceof CelDouble) {
    return value.value;
  }
  return value instanceof CelUint ? Number(value.value) : typeof value === "bigint" ? Number(value) : undefined;
}

function wholeOf(value: CelValue): bigint | undefined {
  return isInt(value) ? bigintOf(value) : value instanceof CelUint ? value.value : undefined;
}
