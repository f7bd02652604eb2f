import {
  asText,
  deepEqual,
  FIELD_IMMUTABLE,
  type FieldError,
  type FieldPath,
  fieldPath,
  forbidden,
  getOwn,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  notSupported,
  objectAt,
  parseQuantity,
  printQuantity,
  quantitySign,
  quantityValue,
  required,
} from "@kiln/api";
import { diffGoStructs } from "../../../go/diff-go-structs.ts";
import { withGoStruct } from "../../../go/print-go-struct.ts";
import { wasGivenEmpty } from "../../../natives/given-empty.ts";
import { fieldRules } from "../../field-rules.ts";
import { ACCESS_MODES } from "../access-modes.ts";
import { validateNodeSelector } from "../validate-node-selector.ts";
import { VOLUME_SOURCES, validateVolumeSource } from "./validate-volume-source.ts";

const SPEC = fieldPath("spec");

export function validatePersistentVolume(volume: JsonObject): FieldError[] {
  return checkSpec(objectAt(volume, "spec"), SPEC, { given: asText(objectAt(volume, "metadata").name) });
}

/** Rules of the spec. Their extra input is the name of the volume. */
const checkSpec = fieldRules<string>(
  { accessModes: "required" },
  ACCESS_MODES,
  validateCapacity,
  {
    persistentVolumeReclaimPolicy: "enum=Delete|Recycle|Retain",
    nodeAffinity: { required: ["present=must specify required node constraints", validateRequired] },
  },
  (spec, path, { given: volumeName = "" }) =>
    validateVolumeSource(spec, { path, volumeName, hasNodeAffinity: isJsonObject(spec.nodeAffinity) }),
  refuseRecycledRoot,
  {
    storageClassName: "optional;subdomain",
    volumeMode: "pointer;enum=Block|Filesystem",
    volumeAttributesClassName: "pointer;required=an empty string is disallowed;subdomain",
  },
  requireDriver,
);

const checkAccessModes = fieldRules({ accessModes: "required" }, ACCESS_MODES);

function validateRequired(selector: JsonObject, path: FieldPath): FieldError[] {
  return validateNodeSelector(selector, path);
}

function validateCapacity(spec: JsonObject): FieldError[] {
  const at = SPEC.child("capacity");
  const capacity = objectAt(spec, "capacity");
  const names = Object.keys(capacity);
  const hasNone = names.length === 0 && !wasGivenEmpty(spec, "capacity");
  const isStorageAlone = names.length === 1 && names[0] === "storage";
  return [
    ...(names.length === 0 ? [required(at, "")] : []),
    ...(isStorageAlone ? [] : [notSupported(at, hasNone ? null : capacity, ["storage"])]),
    ...names.flatMap((name) => checkAmount(String(getOwn(capacity, name)), at.key(name))),
  ];
}

function checkAmount(text: string, path: FieldPath): FieldError[] {
  const amount = parseQuantity(text).value;
  if (amount === undefined) {
    return [];
  }
  const value = quantityValue(amount);
  return [
    ...(value < 0n ? [invalid(path, value, "must be a valid resource quantity")] : []),
    ...(quantitySign(amount) > 0 ? [] : [invalid(path, printQuantity(amount), "must be greater than zero")]),
  ];
}

/** Rejects a hostPath of the root with reclaim policy Recycle: it would delete everything on a node. */
function refuseRecycledRoot(spec: JsonObject): FieldError[] {
  const isRecycled = spec.persistentVolumeReclaimPolicy === "Recycle";
  return isRecycled && isJsonObject(spec.hostPath) && isRootPath(asText(spec.hostPath.path))
    ? [forbidden(SPEC.child("persistentVolumeReclaimPolicy"), "may not be 'recycle' for a hostPath mount of '/'")]
    : [];
}

/** Whether a path is the root in any notation: `/`, `//`, `/a/..`. */
function isRootPath(path: string): boolean {
  const left: string[] = [];
  for (const step of path.split("/")) {
    if (step === "..") {
      left.pop();
    } else if (step !== "" && step !== ".") {
      left.push(step);
    }
  }
  return path.startsWith("/") && left.length === 0;
}

/** Only drivers know classes of attributes. */
function requireDriver({ volumeAttributesClassName: name, csi }: JsonObject, path: FieldPath): FieldError[] {
  return name === undefined || isJsonObject(csi)
    ? []
    : [required(path.child("csi"), "has to be specified when using volumeAttributesClassName")];
}

/** Validates the inline volume of a VolumeAttachment, which has only a source. */
export function validateInlineVolume(spec: JsonObject, path: FieldPath): FieldError[] {
  const refuse = (field: string, why = "may not be specified in the context of inline volumes") =>
    forbidden(path.child(field), why);
  const { claimRef, persistentVolumeReclaimPolicy: policy, volumeMode } = spec;
  return [
    ...(claimRef === undefined ? [] : [refuse("claimRef")]),
    ...(Object.keys(objectAt(spec, "capacity")).length === 0 ? [] : [refuse("capacity")]),
    ...(isJsonObject(spec.csi)
      ? []
      : [required(path.child("csi"), "has to be specified in the context of inline volumes")]),
    ...checkAccessModes(spec, path),
    ...(asText(policy) === "" || policy === "Retain"
      ? []
      : [refuse("persistentVolumeReclaimPolicy", "may only be Retain in the context of inline volumes")]),
    ...(spec.nodeAffinity === undefined ? [] : [refuse("nodeAffinity")]),
    ...validateVolumeSource(spec, { path, volumeName: "", hasNodeAffinity: false }),
    ...(asText(spec.storageClassName) === "" ? [] : [refuse("storageClassName")]),
    ...(volumeMode === undefined || volumeMode === "Filesystem"
      ? []
      : [refuse("volumeMode", "may not specify volumeMode other than Filesystem in the context of inline volumes")]),
  ];
}

/**
 * Rejects changes of immutable fields with Kubernetes' errors (`--semantics upstream`); by default mutability marks
 * reject them.
 */
export function validateVolumeKept(volume: JsonObject, old: JsonObject): FieldError[] {
  const [spec, before] = [objectAt(volume, "spec"), objectAt(old, "spec")];
  const [source, sourceBefore] = [sourceOf(addLater(spec, before)), sourceOf(before)];
  const at = SPEC.child("persistentvolumesource");
  return [
    ...(deepEqual(source, sourceBefore)
      ? []
      : [
          forbidden(
            at,
            `${at} is immutable after creation\n${diffGoStructs("core/v1.PersistentVolumeSpec", [sourceBefore, source], VOLUME_SOURCES)}`,
          ),
        ]),
    // Kubernetes: the path lacks spec (core/validation/validation.go ValidatePersistentVolumeUpdate, v1.36).
    ...(spec.volumeMode === before.volumeMode ? [] : [invalid("volumeMode", spec.volumeMode ?? null, FIELD_IMMUTABLE)]),
  ];
}

const RENAMED_LABELS: ReadonlyMap<string, string> = new Map([
  ["beta.kubernetes.io/arch", "kubernetes.io/arch"],
  ["beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type"],
  ["beta.kubernetes.io/os", "kubernetes.io/os"],
  ["failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region"],
  ["failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone"],
]);

/** Rejects changes of node affinity, except from deprecated to current labels. */
export function validateNodeAffinityKept(volume: JsonObject, old: JsonObject): FieldError[] {
  const [now, before] = [objectAt(volume, "spec").nodeAffinity, objectAt(old, "spec").nodeAffinity];
  if (before === undefined || isSameAffinity(now ?? null, before)) {
    return [];
  }
  const why = "field is immutable, except for updating from beta label to GA";
  return [withGoStruct(invalid("nodeAffinity", now ?? null, why), "core/v1.VolumeNodeAffinity")];
}

function isSameAffinity(now: JsonValue, before: JsonValue): boolean {
  if (Array.isArray(now) && Array.isArray(before)) {
    return now.length === before.length && now.every((item, i) => isSameAffinity(item, before[i] as JsonValue));
  }
  if (!isJsonObject(now) || !isJsonObject(before)) {
    return now === before;
  }
  const isRenamed = now.key !== undefined && RENAMED_LABELS.get(asText(before.key)) === now.key;
  const renamed = isRenamed ? { ...before, key: now.key as string } : before;
  const fields = Object.keys(now);
  return (
    fields.length === Object.keys(renamed).length &&
    fields.every((field) => isSameAffinity(getOwn(now, field) as JsonValue, getOwn(renamed, field) ?? null))
  );
}

function sourceOf(spec: JsonObject): JsonObject {
  return Object.fromEntries(
    VOLUME_SOURCES.flatMap((field) => (spec[field] === undefined ? [] : [[field, spec[field]]])),
  );
}

/** Spec without the expansion Secret, if it was just added, which is allowed. */
function addLater(spec: JsonObject, before: JsonObject): JsonObject {
  if (!isJsonObject(spec.csi) || !isJsonObject(before.csi) || before.csi.controllerExpandSecretRef !== undefined) {
    return spec;
  }
  const { controllerExpandSecretRef: _, ...csi } = spec.csi;
  return { ...spec, csi };
}

/** Rejects the removal of volumeAttributesClassName. */
export function validateAttributesClassKept(volume: JsonObject, old: JsonObject): FieldError[] {
  const [now, before] = [objectAt(volume, "spec"), objectAt(old, "spec")];
  return before.volumeAttributesClassName !== undefined && now.volumeAttributesClassName === undefined
    ? [forbidden(SPEC.child("volumeAttributesClassName"), "update from non-nil value to nil is forbidden")]
    : [];
}
