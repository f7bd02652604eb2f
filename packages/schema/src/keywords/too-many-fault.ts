import { createFault, type Fault } from "../fault.ts";

/** Kubernetes: properties are items here, too. */
export function tooManyFault(count: number, most: number): Fault {
  return createFault({
    reason: "FieldValueTooMany",
    value: count,
    detail: most < 0 ? "has too many items" : `must have at most ${most} ${most === 1 ? "item" : "items"}`,
  });
}
