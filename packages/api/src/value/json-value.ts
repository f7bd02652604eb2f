/**
 * A decoded JSON value. A number is a `number`, or a `bigint` when it is an integer of int64 that a double cannot
 * hold exactly. Objects are plain objects whose own keys are data, `__proto__` and `constructor` included: read a key
 * that is not known beforehand with {@link getOwn} and write it with {@link setOwn}.
 */
export type JsonValue = null | boolean | number | bigint | string | JsonArray | JsonObject;
export type JsonArray = JsonValue[];
export interface JsonObject {
  [key: string]: JsonValue;
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Value of an own key, or undefined: inherited names such as `toString` are absent. */
export function getOwn(object: Readonly<JsonObject>, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets an own key. Plain assignment to `__proto__` would replace the prototype instead. */
export function setOwn(object: JsonObject, key: string, value: JsonValue): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[key] = value;
  }
}

/** Copy that shares nothing with `value`. Several times faster than structuredClone. */
export function deepCopy<T extends JsonValue>(value: T): T {
  return copy(value) as T;
}

function copy(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    const items: JsonArray = new Array(value.length);
    for (let i = 0; i < value.length; i++) {
      items[i] = copy(value[i] as JsonValue);
    }
    return items;
  }
  const object: JsonObject = {};
  for (const key in value) {
    setOwn(object, key, copy(value[key] as JsonValue));
  }
  return object;
}

/**
 * Equality of stored values: key order does not matter, list order does, numbers are compared by value (`1` and `1.0`,
 * `0` and `-0` are equal), and all other differences count.
 */
export function deepEqual(a: JsonValue, b: JsonValue): boolean {
  if (a === b) {
    return true;
  }
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    return false;
  }
  if (Array.isArray(a)) {
    return Array.isArray(b) && equalArrays(a, b);
  }
  return !Array.isArray(b) && equalObjects(a, b);
}

function equalArrays(a: JsonArray, b: JsonArray): boolean {
  if (a.length !== b.length) {
    return false;
  }
  for (let i = 0; i < a.length; i++) {
    if (!deepEqual(a[i] as JsonValue, b[i] as JsonValue)) {
      return false;
    }
  }
  return true;
}

function equalObjects(a: JsonObject, b: JsonObject): boolean {
  let surplus = 0;
  for (const key in a) {
    if (!Object.hasOwn(b, key) || !deepEqual(a[key] as JsonValue, b[key] as JsonValue)) {
      return false;
    }
    surplus++;
  }
  for (const _ in b) {
    surplus--;
  }
  return surplus === 0;
}
