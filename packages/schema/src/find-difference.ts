import { deepEqual, getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from "@kiln/api";
import type { Segment } from "./fault.ts";

/** The first place where two values differ; undefined on the side that has nothing there. */
export interface Difference {
  /** The innermost segment first; empty if the values themselves differ. */
  readonly segments: readonly Segment[];
  readonly old: JsonValue | undefined;
  readonly new: JsonValue | undefined;
}

/** Fields in the order of the new value, then those that are gone. Expects values that are not equal. */
export function findDifference(old: JsonValue, now: JsonValue): Difference {
  const segments: Segment[] = [];
  let sides: Sides = { old, new: now };
  for (let next = step(sides); next !== undefined; next = step(sides)) {
    segments.unshift(next.segment);
    sides = next;
  }
  return { segments, ...sides };
}

interface Sides {
  readonly old: JsonValue | undefined;
  readonly new: JsonValue | undefined;
}

type Step = Sides & { readonly segment: Segment };

function step({ old, new: now }: Sides): Step | undefined {
  if (Array.isArray(old) && Array.isArray(now)) {
    return stepIntoList(old, now);
  }
  return isJsonObject(old) && isJsonObject(now) ? stepIntoObject(old, now) : undefined;
}

function stepIntoList(old: JsonArray, now: JsonArray): Step | undefined {
  const length = Math.max(old.length, now.length);
  for (let index = 0; index < length; index++) {
    if (differ(old[index], now[index])) {
      return { segment: { kind: "index", index }, old: old[index], new: now[index] };
    }
  }
  return undefined;
}

function stepIntoObject(old: JsonObject, now: JsonObject): Step | undefined {
  for (const name of [...Object.keys(now), ...Object.keys(old)]) {
    const sides = { old: getOwn(old, name), new: getOwn(now, name) };
    if (differ(sides.old, sides.new)) {
      return { segment: { kind: "field", name }, ...sides };
    }
  }
  return undefined;
}

function differ(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === undefined || b === undefined ? a !== b : !deepEqual(a, b);
}
