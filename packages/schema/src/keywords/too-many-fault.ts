import { createFault, type Fault } from "../fault.ts";

/**
 * Kubernetes: the message says "items" for properties, too (apiserver/validation/validation.go
 * kubeOpenAPIResultToFieldErrors, v1.36).
 */
export function tooManyFault(count: number, most: number): Fault {
  return createFault({
    reason: "FieldValueTooMany",
    value: count,
    detail: most < 0 ? "has too many items" : `must have at most ${most} ${most === 1 ? "item" : "items"}`,
  });
}
