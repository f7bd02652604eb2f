import type { JsonValue } from "@kiln/api";
import type { REST } from "./converting.ts";
import type { FieldSet } from "./field-set.ts";

/** Work on a large object that yields {@link REST} after each slice. */
export type Slices<T> = Generator<typeof REST, T, unknown>;

/** Values, or fields of a set, that one slice takes: some milliseconds. */
export const SLICE_NODES = 4000;

/** Number of values in a value, itself included; counts up to {@link SLICE_NODES}. */
export function countValues(value: JsonValue): number {
  let count = 1;
  if (typeof value === "object" && value !== null) {
    for (const key in value) {
      count += countValues((value as { readonly [key: string]: JsonValue })[key] as JsonValue);
      if (count >= SLICE_NODES) {
        break;
      }
    }
  }
  return count;
}

/** Number of fields in a set, itself included; counts up to {@link SLICE_NODES}. */
export function countFields(set: FieldSet): number {
  let count = 1;
  for (const element in set) {
    count += countFields(set[element] as FieldSet);
    if (count >= SLICE_NODES) {
      break;
    }
  }
  return count;
}
