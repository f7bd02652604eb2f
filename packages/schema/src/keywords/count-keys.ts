import type { JsonObject } from "@kiln/api";

export function countKeys(object: JsonObject): number {
  let count = 0;
  for (const _ in object) {
    count++;
  }
  return count;
}
