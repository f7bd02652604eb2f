import type { JsonArray, JsonObject, JsonValue } from "@kiln/api";

/** Size in characters and values below which no object is too large for the server. */
const MAX_SIZE = 200_000;
const MAX_DEPTH = 200;

/**
 * Copy of an object that JSON represents as it is. Undefined for a large or deeply nested one, and for values that
 * change when they are encoded and decoded: other numbers than doubles, `-0`, unpaired surrogates, `__proto__`.
 */
export function copyPlain(object: JsonObject): JsonObject | undefined {
  const copying: Copying = { left: MAX_SIZE };
  const copied = copyObject(object, copying, MAX_DEPTH);
  return copying.left < 0 ? undefined : copied;
}

interface Copying {
  /** Negative once the copy is given up. */
  left: number;
}

/** Copies a value, and subtracts its size from `copying.left`. */
function copyValue(value: JsonValue, copying: Copying, depth: number): JsonValue {
  switch (typeof value) {
    case "string":
      copying.left -= value.length + 1;
      return isWellFormed(value) ? value : giveUp(copying);
    case "number":
      copying.left--;
      return isPlainNumber(value) ? value : giveUp(copying);
    case "boolean":
      return value;
    case "object":
      return value === null || copying.left < 0 || depth === 0
        ? value === null
          ? value
          : giveUp(copying)
        : Array.isArray(value)
          ? copyArray(value, copying, depth - 1)
          : copyObject(value, copying, depth - 1);
    default:
      return giveUp(copying);
  }
}

function copyArray(value: JsonArray, copying: Copying, depth: number): JsonArray {
  copying.left -= value.length;
  return value.map((item) => copyValue(item, copying, depth));
}

function copyObject(value: JsonObject, copying: Copying, depth: number): JsonObject {
  const copied: JsonObject = {};
  for (const key in value) {
    copying.left -= key.length + 1;
    if (key === "__proto__" || !isWellFormed(key)) {
      giveUp(copying);
    } else {
      copied[key] = copyValue(value[key] as JsonValue, copying, depth);
    }
  }
  return copied;
}

function giveUp(copying: Copying): null {
  copying.left = Number.NEGATIVE_INFINITY;
  return null;
}

function isPlainNumber(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) && !Object.is(value, -0) : Number.isFinite(value);
}

const SURROGATE = /\p{Surrogate}/u;

function isWellFormed(text: string): boolean {
  return !SURROGATE.test(text);
}
