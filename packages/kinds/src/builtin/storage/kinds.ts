import {
  asObjects,
  asText,
  deepEqual,
  type FieldError,
  fieldPath,
  isJsonObject,
  type JsonObject,
  metadataOf,
  objectAt,
  rootPath,
} from "@kiln/api";
import { IMMUTABLE } from "../../natives/marks.ts";
import type { BuiltInSettings } from "../../resource/feature-gates.ts";
import { adviceOnNodeLabel, warnOfNodeTopology } from "../core/deprecated-node-labels.ts";
import type { Declaration } from "../declaration.ts";
import type { CheckFields } from "../field-rules.ts";
import { checkCsiDriver, checkCsiDriverKept, warnOfTokens } from "./validate-csi-driver.ts";
import {
  checkAttachmentKept,
  checkAttributesClass,
  checkAttributesClassKept,
  checkCsiNode,
  checkStorageCapacity,
  checkStorageCapacityKept,
  checkStorageClass,
  checkStorageClassKept,
  checkVolumeAttachment,
  validateCsiNodeKept,
} from "./validate-storage.ts";

type Kept = (object: JsonObject, old: JsonObject) => FieldError[];

/** Validation of immutable fields for `--semantics upstream`; by default marks reject the changes. */
function unlessMarked({ semantics }: Pick<BuiltInSettings, "semantics">, kept: CheckFields): Kept {
  return semantics === "upstream" ? (object, old) => kept(object, rootPath, { old }) : () => [];
}

export const storageClass: Declaration = {
  resource: "storageclasses.storage.k8s.io",
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["create", "update"] },
  types: { "storage/v1.StorageClass": { defaults: { reclaimPolicy: "Delete", volumeBindingMode: "Immediate" } } },
  marks: {
    parameters: IMMUTABLE,
    provisioner: IMMUTABLE,
    reclaimPolicy: IMMUTABLE,
    volumeBindingMode: IMMUTABLE,
  },
  strategy: (settings) => ({
    validateCreate: (object) => checkStorageClass(object, rootPath),
    validateUpdate: (object, old) => [
      ...checkStorageClass(object, rootPath),
      ...unlessMarked(settings, checkStorageClassKept)(object, old),
    ],
    warn: warnOfStorageClass,
  }),
};

function warnOfStorageClass(object: JsonObject): string[] {
  return asObjects(object.allowedTopologies).flatMap(({ matchLabelExpressions }, i) =>
    asObjects(matchLabelExpressions).flatMap(({ key }, k) => {
      const advice = adviceOnNodeLabel(asText(key));
      return advice === undefined
        ? []
        : [
            `${fieldPath("allowedTopologies").index(i).child("matchLabelExpressions").index(k).child("key")}: ${advice}`,
          ];
    }),
  );
}

export const volumeAttributesClass: Declaration = {
  resource: "volumeattributesclasses.storage.k8s.io",
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["update", "create"] },
  marks: { driverName: IMMUTABLE, parameters: IMMUTABLE },
  strategy: (settings) => ({
    validateCreate: (object) => checkAttributesClass(object, rootPath),
    validateUpdate: (object, old) => [
      ...unlessMarked(settings, checkAttributesClassKept)(object, old),
      ...checkAttributesClass(object, rootPath),
    ],
  }),
};

export const volumeAttachment: Declaration = {
  resource: "volumeattachments.storage.k8s.io",
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["create"] },
  marks: { spec: IMMUTABLE },
  strategy: (settings) => ({
    status: { keepsMetadata: true },
    validateCreate: (object) => checkVolumeAttachment(object, rootPath),
    validateUpdate: (object, old) => [
      ...checkVolumeAttachment(object, rootPath),
      ...unlessMarked(settings, checkAttachmentKept)(object, old),
    ],
  }),
};

export const csiStorageCapacity: Declaration = {
  resource: "csistoragecapacities.storage.k8s.io",
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["create", "update"] },
  marks: { nodeTopology: IMMUTABLE, storageClassName: IMMUTABLE },
  strategy: (settings) => ({
    validateCreate: (object) => checkStorageCapacity(object, rootPath),
    validateUpdate: (object, old) => [
      ...checkStorageCapacity(object, rootPath),
      ...unlessMarked(settings, checkStorageCapacityKept)(object, old),
    ],
    warn: ({ nodeTopology }) =>
      isJsonObject(nodeTopology) ? warnOfNodeTopology(nodeTopology, fieldPath("nodeTopology")) : [],
  }),
};

export const csiNode: Declaration = {
  resource: "csinodes.storage.k8s.io",
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["create"] },
  strategy: () => ({
    validateCreate: (object) => checkCsiNode(object, rootPath),
    validateUpdate: (object, old) => [...checkCsiNode(object, rootPath), ...validateCsiNodeKept(object, old)],
  }),
};

/**
 * Removes preventPodSchedulingIfMissing. Kubernetes: its feature gate is off by default, and the field is dropped
 * without an error (registry/storage/csidriver/strategy.go PrepareForCreate, v1.36).
 */
function dropScheduling(object: JsonObject): void {
  delete objectAt(object, "spec").preventPodSchedulingIfMissing;
}

export const csiDriver: Declaration = {
  resource: "csidrivers.storage.k8s.io",
  types: {
    "storage/v1.CSIDriverSpec": {
      defaults: {
        attachRequired: true,
        podInfoOnMount: false,
        storageCapacity: false,
        fsGroupPolicy: "ReadWriteOnceWithFSType",
        volumeLifecycleModes: ["Persistent"],
        requiresRepublish: false,
        seLinuxMount: false,
      },
    },
  },
  marks: { "spec.attachRequired": IMMUTABLE, "spec.volumeLifecycleModes": IMMUTABLE },
  strategy: (settings) => ({
    prepareCreate: dropScheduling,
    prepareUpdate: (object, old) => {
      dropScheduling(object);
      countChanges(object, old);
    },
    validateCreate: (object) => checkCsiDriver(object, rootPath),
    validateUpdate: (object, old) => [
      ...checkCsiDriver(object, rootPath),
      ...unlessMarked(settings, checkCsiDriverKept)(object, old),
    ],
    warn: warnOfTokens,
  }),
};

/**
 * Increments the generation. Kubernetes: that of a CSIDriver starts at 0, that of other kinds at 1
 * (registry/storage/csidriver/strategy.go PrepareForUpdate, v1.36).
 */
function countChanges(object: JsonObject, old: JsonObject): void {
  if (!deepEqual(object.spec ?? null, old.spec ?? null)) {
    metadataOf(object).generation = Number(metadataOf(old).generation ?? 0) + 1;
  }
}
