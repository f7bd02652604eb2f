import { compareGoStrings, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from "@kiln/api";

/** Total order of values by which Kubernetes sorts keys of list items: numbers, strings, booleans, then all others. */
export function compareValues(a: JsonValue, b: JsonValue): number {
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0) {
    return rank;
  }
  if (typeof a === "string") {
    return compareGoStrings(a, b as string);
  }
  if (Array.isArray(a)) {
    return compareLists(a, b as JsonArray);
  }
  if (isJsonObject(a)) {
    return compareObjects(a, b as JsonObject);
  }
  return a === b || a === null || b === null ? 0 : a < (b as typeof a) ? -1 : 1;
}

function rankOf(value: JsonValue): number {
  switch (typeof value) {
    case "number":
    case "bigint":
      return 0;
    case "string":
      return 1;
    case "boolean":
      return 2;
    default:
      return value === null ? 5 : Array.isArray(value) ? 3 : 4;
  }
}

function compareLists(a: JsonArray, b: JsonArray): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const order = compareValues(a[i] as JsonValue, b[i] as JsonValue);
    if (order !== 0) {
      return order;
    }
  }
  return a.length - b.length;
}

function compareObjects(a: JsonObject, b: JsonObject): number {
  const aKeys = Object.keys(a).sort(compareGoStrings);
  const bKeys = Object.keys(b).sort(compareGoStrings);
  const length = Math.min(aKeys.length, bKeys.length);
  for (let i = 0; i < length; i++) {
    const aKey = aKeys[i] as string;
    const bKey = bKeys[i] as string;
    const order = compareGoStrings(aKey, bKey) || compareValues(a[aKey] as JsonValue, b[bKey] as JsonValue);
    if (order !== 0) {
      return order;
    }
  }
  return aKeys.length - bKeys.length;
}
