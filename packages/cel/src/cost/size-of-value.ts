import { countCodePoints } from "../parse/source.ts";
import { isList, isMap, listSize, mapSize } from "../values/containers.ts";
import { CelOptional, type CelValue, OpaqueValue } from "../values/value.ts";

/** What costs are reckoned by: code points, bytes, elements or entries; of an optional, what is inside; 1 for the rest. */
export function sizeOfValue(value: CelValue): number {
  if (typeof value === "string") {
    return countCodePoints(value);
  }
  if (typeof value !== "object" || value === null) {
    return 1;
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
  if (value instanceof OpaqueValue) {
    return value.size;
  }
  return value instanceof CelOptional && value.value !== undefined ? sizeOfValue(value.value) : 1;
}
