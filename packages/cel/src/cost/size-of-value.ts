import { countCodePoints } from "../parse/source.ts";
import { isList, isMap, listSize, mapSize } from "../values/containers.ts";
import { CelOptional, type CelValue, OpaqueValue } from "../values/value.ts";

/**
 * Size for cost accounting: code points, bytes, elements or entries; of an optional, the size of its value; 1 for other
 * values.
 */
export function sizeOfValue(value: CelValue): number {
  if (value instanceof CelOptional) {
    return value.value === undefined ? 1 : sizeOfValue(value.value);
  }
  return plainSize(value);
}

/** Size as used by Kubernetes' libraries: 1 for values without one, optionals included. */
export function plainSize(value: CelValue): number {
  if (typeof value === "string") {
    return countCodePoints(value);
  }
  if (value instanceof Uint8Array) {
    return value.length;
  }
  if (isList(value)) {
    return listSize(value);
  }
  if (isMap(value)) {
    return mapSize(value);
  }
  return value instanceof OpaqueValue ? value.size : 1;
}
