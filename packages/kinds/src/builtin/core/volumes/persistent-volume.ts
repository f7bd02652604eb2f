import {
  asObjects,
  asText,
  type FieldError,
  fieldPath,
  forbidden,
  getOwn,
  type JsonObject,
  objectAt,
  printTime,
} from "@kiln/api";
import { IMMUTABLE, type Marks } from "../../../natives/marks.ts";
import type { Declaration } from "../../declaration.ts";
import { warnOfNodeSelectorTerm } from "../deprecated-node-labels.ts";
import {
  validateAttributesClassKept,
  validateNodeAffinityKept,
  validatePersistentVolume,
  validateVolumeKept,
} from "./validate-persistent-volume.ts";
import { VOLUME_SOURCES } from "./validate-volume-source.ts";

const CSI_FIELDS = [
  "driver",
  "fsType",
  "readOnly",
  "volumeAttributes",
  "volumeHandle",
  "controllerPublishSecretRef",
  "nodeExpandSecretRef",
  "nodePublishSecretRef",
];

/** Marks of a volume's source, which is immutable except for one Secret that may be added later. */
const SOURCE_MARKS: Readonly<Record<string, Marks>> = {
  ...Object.fromEntries(VOLUME_SOURCES.filter((field) => field !== "csi").map((field) => [`spec.${field}`, IMMUTABLE])),
  ...Object.fromEntries(CSI_FIELDS.map((field) => [`spec.csi.${field}`, IMMUTABLE])),
  "spec.csi.controllerExpandSecretRef": { mutability: "AddOnly" },
};

export const persistentVolume: Declaration = {
  resource: "persistentvolumes",
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["create", "create"] },
  marks: { ...SOURCE_MARKS, "spec.volumeMode": IMMUTABLE },
  strategy: (settings) => ({
    setDefaults,
    prepareCreate: (volume, { services }) => {
      volume.status = { phase: "Pending", lastPhaseTransitionTime: printTime(services.clock.now()) };
    },
    prepareUpdate: (volume, old, subresource, { clock }) => {
      if (subresource === "status") {
        stampPhase(objectAt(volume, "status"), objectAt(old, "status"), printTime(clock.now()));
      }
    },
    validateCreate: validateVolume,
    validateUpdate: (volume, old, subresource) =>
      subresource === "status"
        ? []
        : [
            ...validateVolume(volume),
            // Kubernetes: an update validates the whole volume twice (registry/core/persistentvolume/strategy.go
            // ValidateUpdate, v1.36).
            ...(settings.semantics === "upstream"
              ? [...validatePersistentVolume(volume), ...validateVolumeKept(volume, old)]
              : []),
            ...validateNodeAffinityKept(volume, old),
            ...validateAttributesClassKept(volume, old),
          ],
    warn: (volume, _old, subresource) => (subresource === "status" ? [] : warnOfPersistentVolume(volume)),
  }),
};

/** Sets the defaults of a PersistentVolume that the inline spec of a VolumeAttachment does not get. */
function setDefaults(volume: JsonObject): void {
  const spec = objectAt(volume, "spec");
  spec.persistentVolumeReclaimPolicy ??= "Retain";
  spec.volumeMode ??= "Filesystem";
  const status = objectAt(volume, "status");
  status.phase = status.phase || "Pending";
}

/** Sets the time of the last phase change, unless the client sets it. */
function stampPhase(status: JsonObject, old: JsonObject, now: string): void {
  const given = status.lastPhaseTransitionTime;
  const before = old.lastPhaseTransitionTime;
  if (status.phase !== old.phase) {
    status.lastPhaseTransitionTime = given === undefined || given === before ? now : given;
  } else if (given === undefined && before !== undefined) {
    status.lastPhaseTransitionTime = before;
  }
}

/** Volume sources that support mountOptions. */
const MOUNTED = [
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "glusterfs",
  "nfs",
  "rbd",
  "quobyte",
  "iscsi",
  "cinder",
  "cephfs",
  "azureFile",
  "vsphereVolume",
  "azureDisk",
  "photonPersistentDisk",
];

function validateVolume(volume: JsonObject): FieldError[] {
  const annotations = objectAt(volume, "metadata", "annotations");
  const spec = objectAt(volume, "spec");
  const isRefused =
    getOwn(annotations, MOUNT_OPTIONS) !== undefined && MOUNTED.every((field) => getOwn(spec, field) === undefined);
  const at = fieldPath("metadata", "annotations", MOUNT_OPTIONS);
  return [
    ...validatePersistentVolume(volume),
    ...(isRefused ? [forbidden(at, "may not specify mount options for this volume type")] : []),
  ];
}

const MOUNT_OPTIONS = "volume.beta.kubernetes.io/mount-options";

const DEPRECATED_ANNOTATIONS: readonly (readonly [string, string])[] = [
  ["volume.beta.kubernetes.io/storage-class", 'deprecated since v1.8; use "storageClassName" attribute instead'],
  [MOUNT_OPTIONS, 'deprecated since v1.31; use "mountOptions" attribute instead'],
];

/** Deprecated sources by field, with the advice and, where it differs, the name in the warning. */
const DEPRECATED_SOURCES: readonly (readonly [field: string, advice: string, told?: string])[] = [
  ["cephfs", "deprecated in v1.28, non-functional in v1.31+"],
  ["photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"],
  ["scaleIO", "deprecated in v1.16, non-functional in v1.22+"],
  ["storageos", "deprecated in v1.22, non-functional in v1.25+", "storageOS"],
  ["glusterfs", "deprecated in v1.25, non-functional in v1.26+"],
  ["rbd", "deprecated in v1.28, non-functional in v1.31+"],
];

function warnOfPersistentVolume(volume: JsonObject): string[] {
  const annotations = objectAt(volume, "metadata", "annotations");
  const spec = objectAt(volume, "spec");
  const terms = asObjects(objectAt(spec, "nodeAffinity", "required").nodeSelectorTerms);
  const at = fieldPath("spec", "nodeAffinity", "required", "nodeSelectorTerms");
  return [
    ...DEPRECATED_ANNOTATIONS.filter(([key]) => getOwn(annotations, key) !== undefined).map(
      ([key, advice]) => `metadata.annotations[${key}]: ${advice}`,
    ),
    ...(asText(spec.persistentVolumeReclaimPolicy) === "Recycle"
      ? [
          "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.",
        ]
      : []),
    ...terms.flatMap((term, i) => warnOfNodeSelectorTerm(term, at.index(i), { checksValues: false })),
    ...DEPRECATED_SOURCES.filter(([field]) => getOwn(spec, field) !== undefined).map(
      ([field, advice, told = field]) => `spec.${told}: ${advice}`,
    ),
  ];
}
