import { type FieldError, type FieldPath, tooMany } from "@kiln/api";
import { checkUnique } from "../find-repeats.ts";

type CheckItem<T> = (item: T, path: FieldPath) => readonly FieldError[];

/** Validates a list of at most this many items; of a longer one only the length is reported. */
export function checkList<T>(
  items: readonly T[],
  path: FieldPath,
  { max, check }: { readonly max: number; readonly check: CheckItem<T> },
): FieldError[] {
  return items.length > max
    ? [tooMany(path, items.length, max)]
    : items.flatMap((item, i) => check(item, path.index(i)));
}

/** As {@link checkList}, for items with unique keys. */
export function checkSet<T>(
  items: readonly T[],
  path: FieldPath,
  rules: { readonly max: number; readonly check: CheckItem<T>; readonly keyOf: (item: T) => string },
): FieldError[] {
  const errors = checkList(items, path, rules);
  if (items.length > rules.max) {
    return errors;
  }
  return [...errors, ...checkUnique(items.map(rules.keyOf), path)];
}
