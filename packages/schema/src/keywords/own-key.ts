import type { JsonObject } from "@kiln/api";

/** A plain read is several times faster than asking for an own key, and the same unless the name is inherited. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}

export function countKeys(object: JsonObject): number {
  let count = 0;
  for (const _ in object) {
    count++;
  }
  return count;
}
