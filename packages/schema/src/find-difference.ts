import { getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from "@kiln/api";
import type { Segment } from "./fault.ts";

/** First position at which two values differ; a value is undefined on the side that lacks it. */
export interface Difference {
  /** Path of the position, the innermost segment first; empty if the values themselves differ. */
  readonly segments: readonly Segment[];
  readonly old: JsonValue | undefined;
  readonly new: JsonValue | undefined;
}

/**
 * Finds the first difference: fields in the order of the new value, then removed fields. Expects values that differ.
 */
export function findDifference(old: JsonValue, now: JsonValue): Difference {
  return compare(old, now) ?? { segments: [], old, new: now };
}

/** A difference whose path gets a segment from each enclosing value. */
type Growing = Difference & { readonly segments: Segment[] };

function compare(old: JsonValue | undefined, now: JsonValue | undefined): Growing | undefined {
  if (old === now) {
    return undefined;
  }
  if (Array.isArray(old) && Array.isArray(now)) {
    return compareLists(old, now);
  }
  return isJsonObject(old) && isJsonObject(now) ? compareObjects(old, now) : { segments: [], old, new: now };
}

function compareLists(old: JsonArray, now: JsonArray): Growing | undefined {
  const length = Math.max(old.length, now.length);
  for (let index = 0; index < length; index++) {
    const found = compare(old[index], now[index]);
    if (found !== undefined) {
      found.segments.push({ kind: "index", index });
      return found;
    }
  }
  return undefined;
}

function compareObjects(old: JsonObject, now: JsonObject): Growing | undefined {
  const gone = Object.keys(old).filter((name) => !Object.hasOwn(now, name));
  for (const name of [...Object.keys(now), ...gone]) {
    const found = compare(getOwn(old, name), getOwn(now, name));
    if (found !== undefined) {
      found.segments.push({ kind: "field", name });
      return found;
    }
  }
  return undefined;
}
