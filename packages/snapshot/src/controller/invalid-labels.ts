import type { SnapshotKind } from "../rules/rule-set.ts";

/** Label of an object that violates a rule, with an empty value: `kubectl get vs -A -l KEY` finds such objects. */
export const INVALID_LABELS: Readonly<Record<SnapshotKind, string>> = {
  VolumeSnapshot: "snapshot.storage.kubernetes.io/invalid-snapshot-resource",
  VolumeSnapshotContent: "snapshot.storage.kubernetes.io/invalid-snapshot-content-resource",
};

/** Label that an earlier proposal used; the controller removes it from all objects. */
export const FORMER_LABELS: Readonly<Record<SnapshotKind, string>> = {
  VolumeSnapshot: "snapshot.storage.sigs.k8s.io/invalid-snapshot-resource",
  VolumeSnapshotContent: "snapshot.storage.sigs.k8s.io/invalid-snapshot-content-resource",
};

/** Reason of the event about a violation, and prefix of the error in the status. */
export const VALIDATION_ERRORS: Readonly<Record<SnapshotKind, string>> = {
  VolumeSnapshot: "SnapshotValidationError",
  VolumeSnapshotContent: "ContentValidationError",
};
