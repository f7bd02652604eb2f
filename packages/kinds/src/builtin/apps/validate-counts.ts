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
import { checkCounts } from "../field-checks.ts";

export const STATUS: FieldPath = fieldPath("status");

export interface ReplicaCounts {
  /** Fields of the status, in the order of Kubernetes' checks. */
  readonly counts: readonly string[];
  /** Fields that must not exceed status.replicas. */
  readonly parts: readonly string[];
  /** Name of readyReplicas in Kubernetes' error if more replicas are available than ready. */
  readonly ready?: string;
}

/** Validates the replica counts of a status. */
export function validateReplicaCounts(status: JsonObject, { counts, parts, ready }: ReplicaCounts): FieldError[] {
  const replicas = asInteger(status.replicas);
  const available = asInteger(status.availableReplicas);
  return [
    ...checkCounts(status, STATUS, counts),
    ...parts.flatMap((part) => {
      const count = asInteger(getOwn(status, part));
      return count > replicas ? [invalid(STATUS.child(part), count, "cannot be greater than status.replicas")] : [];
    }),
    ...(available > asInteger(status.readyReplicas)
      ? [invalid(STATUS.child("availableReplicas"), available, `cannot be greater than ${ready ?? "readyReplicas"}`)]
      : []),
  ];
}

/** Rejects a smaller collisionCount: it is part of generated names, and would make them repeat. */
export function checkCollisions(object: JsonObject, old: JsonObject): FieldError[] {
  const before = objectAt(old, "status").collisionCount;
  const now = asInteger(objectAt(object, "status").collisionCount);
  return before !== undefined && now < asInteger(before)
    ? [invalid(STATUS.child("collisionCount"), now, "cannot be decremented")]
    : [];
}
