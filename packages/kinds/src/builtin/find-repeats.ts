import { duplicate, type FieldError, type FieldPath, type JsonValue } from "@kiln/api";
import { type ElementId, identifyValue } from "@kiln/schema";

/**
 * Limit where Kubernetes reports each of n values once for each of m others: only this many of the m are reported,
 * because n times m errors would fill the memory.
 */
export const MAX_CROSS_ERRORS = 100;

/** For each value whether an equal one came before it. */
export function findRepeats(values: readonly JsonValue[]): boolean[] {
  const seen = new Set<ElementId>();
  return values.map((value) => {
    const id = identifyValue(value);
    const isRepeat = seen.has(id);
    seen.add(id);
    return isRepeat;
  });
}

/** An error for each value of the list that came before. */
export function checkUnique(values: readonly JsonValue[], path: FieldPath): FieldError[] {
  const isRepeat = findRepeats(values);
  return values.flatMap((value, i) => (isRepeat[i] === true ? [duplicate(path.index(i), value)] : []));
}
