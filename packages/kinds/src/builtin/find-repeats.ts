import { duplicate, type FieldError, type FieldPath, type JsonValue } from "@kiln/api";
import { type ElementId, identifyValue } from "@kiln/schema";

/**
 * Maximum number of errors for one value that Kubernetes reports once for each of m others: n times m errors would fill
 * the memory.
 */
export const MAX_CROSS_ERRORS = 100;

/** For each value whether an equal one is before it. */
export function findRepeats(values: readonly JsonValue[]): boolean[] {
  if (values.length < 2) {
    return values.map(() => false);
  }
  const seen = new Set<ElementId>();
  return values.map((value) => {
    const id = identifyValue(value);
    const isRepeat = seen.has(id);
    seen.add(id);
    return isRepeat;
  });
}

/** Errors for values that are in the list before. */
export function checkUnique(values: readonly JsonValue[], path: FieldPath): FieldError[] {
  const isRepeat = findRepeats(values);
  return values.flatMap((value, i) => (isRepeat[i] === true ? [duplicate(path.index(i), value)] : []));
}
