import { asObjects, asText, asTexts, type JsonObject, type JsonValue, objectAt } from "@kiln/api";
import { annotationOf, type Cells, countOf, joinTexts, NONE, textOr, UNSET } from "./cells.ts";
import { ageOf, nameOf } from "./row-printer.ts";

const MODES: readonly (readonly [string, string])[] = [
  ["ReadWriteOnce", "RWO"],
  ["ReadOnlyMany", "ROX"],
  ["ReadWriteMany", "RWX"],
  ["ReadWriteOncePod", "RWOP"],
];

function printModes(modes: JsonValue | undefined): string {
  const given = asTexts(modes);
  return MODES.flatMap(([mode, short]) => (given.includes(mode) ? [short] : [])).join(",");
}

function phaseOf(object: JsonObject): string {
  const isDeleting = objectAt(object, "metadata").deletionTimestamp !== undefined;
  return isDeleting ? "Terminating" : asText(objectAt(object, "status").phase);
}

function classOf(object: JsonObject): string {
  return (
    annotationOf(object, "volume.beta.kubernetes.io/storage-class") ?? asText(objectAt(object, "spec").storageClassName)
  );
}

/** Cells of volumes and claims of the core group. */
export const volumeCells: Readonly<Record<string, Cells>> = {
  PersistentVolume: (object, now) => {
    const spec = objectAt(object, "spec");
    const claim = objectAt(spec, "claimRef");
    return [
      nameOf(object),
      textOr(objectAt(spec, "capacity").storage, "0"),
      printModes(spec.accessModes),
      asText(spec.persistentVolumeReclaimPolicy),
      phaseOf(object),
      spec.claimRef === undefined ? "" : `${asText(claim.namespace)}/${asText(claim.name)}`,
      classOf(object),
      typeof spec.volumeAttributesClassName === "string" ? spec.volumeAttributesClassName : UNSET,
      asText(objectAt(object, "status").reason),
      ageOf(object, now),
      textOr(spec.volumeMode, UNSET),
    ];
  },
  PersistentVolumeClaim: (object, now) => {
    const spec = objectAt(object, "spec");
    const status = objectAt(object, "status");
    const isBound = asText(spec.volumeName) !== "";
    return [
      nameOf(object),
      phaseOf(object),
      asText(spec.volumeName),
      isBound ? textOr(objectAt(status, "capacity").storage, "0") : "",
      isBound ? printModes(status.accessModes) : "",
      classOf(object),
      typeof spec.volumeAttributesClassName === "string" ? spec.volumeAttributesClassName : UNSET,
      ageOf(object, now),
      textOr(spec.volumeMode, UNSET),
    ];
  },
};

const DEFAULT_CLASS = [
  "storageclass.kubernetes.io/is-default-class",
  "storageclass.beta.kubernetes.io/is-default-class",
];

export const storageCells: Readonly<Record<string, Cells>> = {
  CSIDriver: (object, now) => {
    const spec = objectAt(object, "spec");
    const audiences = asObjects(spec.tokenRequests).map(({ audience }) => asText(audience));
    return [
      nameOf(object),
      spec.attachRequired !== false,
      spec.podInfoOnMount === true,
      spec.storageCapacity === true,
      spec.tokenRequests === undefined ? UNSET : audiences.join(","),
      spec.requiresRepublish === true,
      joinTexts(spec.volumeLifecycleModes) || NONE,
      ageOf(object, now),
    ];
  },
  CSINode: (object, now) => [nameOf(object), countOf(objectAt(object, "spec").drivers), ageOf(object, now)],
  StorageClass: (object, now) => {
    const isDefault = DEFAULT_CLASS.some((annotation) => annotationOf(object, annotation) === "true");
    return [
      nameOf(object) + (isDefault ? " (default)" : ""),
      asText(object.provisioner),
      textOr(object.reclaimPolicy, "Delete"),
      textOr(object.volumeBindingMode, "Immediate"),
      object.allowVolumeExpansion === true,
      ageOf(object, now),
    ];
  },
  VolumeAttachment: (object, now) => {
    const spec = objectAt(object, "spec");
    return [
      nameOf(object),
      asText(spec.attacher),
      asText(objectAt(spec, "source").persistentVolumeName),
      asText(spec.nodeName),
      objectAt(object, "status").attached === true,
      ageOf(object, now),
    ];
  },
  VolumeAttributesClass: (object, now) => [nameOf(object), asText(object.driverName), ageOf(object, now)],
};
