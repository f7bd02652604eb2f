import type { JsonObject } from "@kiln/api";
import type { ResourceType } from "@kiln/client";

export const NAMESPACE = "default";
/** Objects with it are not sent to the webhook, as if they came while it was away. */
export const UNCHECKED = "unchecked";

const API_VERSION = "snapshot.storage.k8s.io/v1beta1";
/** The class that all snapshots name. */
export const FAST_CLASS: JsonObject = {
  ...{ apiVersion: API_VERSION, kind: "VolumeSnapshotClass" },
  metadata: { name: "fast" },
  driver: "driver",
  deletionPolicy: "Retain",
};

const type = (plural: string, isNamespaced: boolean): ResourceType => ({
  group: "snapshot.storage.k8s.io",
  version: "v1beta1",
  plural,
  isNamespaced,
});
export const SNAPSHOTS: ResourceType = type("volumesnapshots", true);
export const CONTENTS: ResourceType = type("volumesnapshotcontents", false);
export const CLASSES: ResourceType = type("volumesnapshotclasses", false);

/** Specs of VolumeSnapshots by what is wrong with them. `content` is valid and gets bound. */
export const SNAPSHOT_SPECS = {
  claim: () => ({ source: { persistentVolumeClaimName: "claim" }, volumeSnapshotClassName: "fast" }),
  content: (name: string) => ({ source: { volumeSnapshotContentName: name }, volumeSnapshotClassName: "fast" }),
  both: (name: string) => ({ source: { persistentVolumeClaimName: "claim", volumeSnapshotContentName: name } }),
  none: () => ({ source: {} }),
  emptyClass: () => ({ source: { persistentVolumeClaimName: "claim" }, volumeSnapshotClassName: "" }),
} satisfies Record<string, (name: string) => JsonObject>;
export type SnapshotForm = keyof typeof SNAPSHOT_SPECS;

export const INVALID_FORMS: readonly SnapshotForm[] = ["both", "none", "emptyClass"];

export function snapshotOf(name: string, form: SnapshotForm): JsonObject {
  const isInvalid = INVALID_FORMS.includes(form);
  const labels = isInvalid ? { [UNCHECKED]: "" } : {};
  return {
    ...{ apiVersion: API_VERSION, kind: "VolumeSnapshot" },
    metadata: { name, namespace: NAMESPACE, labels },
    spec: SNAPSHOT_SPECS[form](name),
  };
}

/** A pre-provisioned content for the snapshot of the same name, or one with both handles. */
export function contentOf(name: string, isInvalid: boolean): JsonObject {
  const source = { snapshotHandle: `handle-${name}`, ...(isInvalid ? { volumeHandle: "volume" } : {}) };
  const volumeSnapshotRef = { namespace: NAMESPACE, name };
  return {
    ...{ apiVersion: API_VERSION, kind: "VolumeSnapshotContent" },
    metadata: { name, labels: isInvalid ? { [UNCHECKED]: "" } : {} },
    spec: { driver: "driver", deletionPolicy: "Retain", source, volumeSnapshotRef, volumeSnapshotClassName: "fast" },
  };
}
