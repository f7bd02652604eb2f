import {
  asInteger,
  type FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  invalid,
  type JsonObject,
  objectAt,
} from "@kiln/api";
import { type CheckFields, fieldRules } from "../field-rules.ts";

export const STATUS: FieldPath = fieldPath("status");

export interface ReplicaCounts {
  /** Fields of the status, in the order of Kubernetes' checks. */
  readonly counts: readonly string[];
  /** Fields that must not exceed status.replicas. */
  readonly parts: readonly string[];
  /** Name of readyReplicas in Kubernetes' error if more replicas are available than ready. */
  readonly ready?: string;
}

/** Validation of the replica counts of a status. */
export function replicaCounts({ counts, parts, ready }: ReplicaCounts): CheckFields {
  const why = `cannot be greater than ${ready ?? "readyReplicas"}`;
  return fieldRules({ [counts.join()]: "count" }, (status, path) => {
    const replicas = asInteger(status.replicas);
    const available = asInteger(status.availableReplicas);
    const errors = parts.flatMap((part) => {
      const count = asInteger(getOwn(status, part));
      return count > replicas ? [invalid(path.child(part), count, "cannot be greater than status.replicas")] : [];
    });
    return available > asInteger(status.readyReplicas)
      ? [...errors, invalid(path.child("availableReplicas"), available, why)]
      : errors;
  });
}

/** Rejects a smaller collisionCount: it is part of generated names, and would make them repeat. */
export function checkCollisions(object: JsonObject, old: JsonObject): FieldError[] {
  const before = objectAt(old, "status").collisionCount;
  const now = asInteger(objectAt(object, "status").collisionCount);
  return before !== undefined && now < asInteger(before)
    ? [invalid(STATUS.child("collisionCount"), now, "cannot be decremented")]
    : [];
}
