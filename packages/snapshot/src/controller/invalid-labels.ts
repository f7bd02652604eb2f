import type { SnapshotKind } from "../rules/rule-set.ts";

/** Label of an object that violates a rule, without a value: `kubectl get vs -A -l KEY` finds them. */
export const INVALID_LABELS: Readonly<Record<SnapshotKind, string>> = {
  VolumeSnapshot: "snapshot.storage.kubernetes.io/invalid-snapshot-resource",
  VolumeSnapshotContent: "snapshot.storage.kubernetes.io/invalid-snapshot-content-resource",
};

/** Label of an earlier proposal; removed wherever it is found. */
export const FORMER_LABELS: Readonly<Record<SnapshotKind, string>> = {
  VolumeSnapshot: "snapshot.storage.sigs.k8s.io/invalid-snapshot-resource",
  VolumeSnapshotContent: "snapshot.storage.sigs.k8s.io/invalid-snapshot-content-resource",
};

/** Reasons of events, and prefixes of the error in a status. */
export const VALIDATION_ERRORS: Readonly<Record<SnapshotKind, string>> = {
  VolumeSnapshot: "SnapshotValidationError",
  VolumeSnapshotContent: "ContentValidationError",
};
