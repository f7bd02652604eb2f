import {
  asInteger,
  asObjects,
  asText,
  asTexts,
  checkLabelKey,
  deepEqual,
  duplicate,
  type FieldError,
  type FieldPath,
  fieldPath,
  forbidden,
  getOwn,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  parseQuantity,
  printQuantity,
  quantitySign,
  required,
  tooLong,
  utf8Length,
  validateLabelSelector,
} from "@kiln/api";
import { type ElementId, identifyValue } from "@kiln/schema";
import { withGoStruct } from "../../natives/print-go-struct.ts";
import { validateDriverName } from "../core/pod-spec/volume-sources.ts";
import { validateInlineVolume } from "../core/volumes/validate-persistent-volume.ts";
import {
  checkImmutable,
  checkNonNegative,
  checkQualifiedName,
  checkSubdomain,
  checkSupported,
  requireText,
} from "../field-checks.ts";
import { checkUnique, findRepeats, MAX_CROSS_ERRORS } from "../find-repeats.ts";

const MAX_PARAMETERS = 512;
const MAX_BYTES = 256 * 1024;

export function validateStorageClass(object: JsonObject): FieldError[] {
  const { reclaimPolicy, volumeBindingMode } = object;
  return [
    ...validateProvisioner(object.provisioner, fieldPath("provisioner")),
    ...validateParameters(objectAt(object, "parameters")),
    ...(asText(reclaimPolicy) === ""
      ? []
      : checkSupported(reclaimPolicy, fieldPath("reclaimPolicy"), ["Delete", "Retain"])),
    ...checkSupported(volumeBindingMode, fieldPath("volumeBindingMode"), ["Immediate", "WaitForFirstConsumer"]),
    ...validateTopologies(asObjects(object.allowedTopologies)),
  ];
}

/** Kubernetes' errors for changes that marks forbid otherwise. */
export function validateStorageClassKept(object: JsonObject, old: JsonObject): FieldError[] {
  return ["parameters", "provisioner", "reclaimPolicy", "volumeBindingMode"].flatMap((field) =>
    checkImmutable(getOwn(object, field), getOwn(old, field), fieldPath(field)),
  );
}

function validateProvisioner(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const name = asText(value);
  return name === "" ? [required(path, "")] : checkQualifiedName(name.toLowerCase(), path);
}

function validateParameters(parameters: JsonObject): FieldError[] {
  const path = fieldPath("parameters");
  const names = Object.keys(parameters);
  if (names.length > MAX_PARAMETERS) {
    return [tooLong(path, MAX_PARAMETERS)];
  }
  return [
    ...names.filter((name) => name === "").map((name) => invalid(path, name, "field can not be empty.")),
    ...(countBytes(parameters) > MAX_BYTES ? [tooLong(path, MAX_BYTES)] : []),
  ];
}

function countBytes(texts: JsonObject): number {
  return Object.entries(texts).reduce((sum, [key, value]) => sum + utf8Length(key) + utf8Length(asText(value)), 0);
}

function validateTopologies(terms: readonly JsonObject[]): FieldError[] {
  // Kubernetes: the list that duplicates are searched in starts with as many empty terms as there are terms
  // (apis/storage/validation/validation.go validateAllowedTopologies, v1.36).
  const seen = new Map<ElementId, number>([[identifyValue({}), terms.length]]);
  return terms.flatMap((term, i) => {
    const path = fieldPath("allowedTopologies").index(i).child("matchLabelExpressions");
    const expressions = asObjects(term.matchLabelExpressions);
    const values = Object.fromEntries(
      expressions.map(({ key, values: found }) => [`${asText(key)}`, [...new Set(asTexts(found))].sort()]),
    );
    const id = identifyValue(values);
    const same = seen.get(id) ?? 0;
    seen.set(id, same + 1);
    const repeats = Array.from({ length: Math.min(same, MAX_CROSS_ERRORS) }, () => duplicate(path, ""));
    return [...validateTopologyExpressions(expressions, path), ...repeats];
  });
}

function validateTopologyExpressions(expressions: readonly JsonObject[], path: FieldPath): FieldError[] {
  const keys = new Set<string>();
  return expressions.flatMap((expression, i) => {
    const key = asText(expression.key);
    const isKnown = keys.has(key);
    keys.add(key);
    const values = asTexts(expression.values);
    const at = path.index(i).child("values");
    return [
      ...(values.length === 0 ? [required(at, "")] : []),
      ...checkUnique(values, at),
      ...checkQualifiedName(key, path.index(i).child("key")),
      ...(isKnown ? [duplicate(path.index(i).child("key"), key)] : []),
    ];
  });
}

export function validateAttributesClass(object: JsonObject): FieldError[] {
  const parameters = objectAt(object, "parameters");
  return [
    ...validateProvisioner(object.driverName, fieldPath("driverName")),
    ...validateParameters(parameters),
    ...(Object.keys(parameters).length === 0
      ? [required(fieldPath("parameters"), "must contain at least one key/value pair")]
      : []),
  ];
}

/** Kubernetes' errors for changes that marks forbid otherwise. */
export function validateAttributesClassKept(object: JsonObject, old: JsonObject): FieldError[] {
  return ["driverName", "parameters"]
    .filter((field) => !deepEqual(getOwn(object, field) ?? null, getOwn(old, field) ?? null))
    .map((field) => forbidden(field, `updates to ${field} are forbidden.`));
}

const MAX_MESSAGE = 1024;

export function validateVolumeAttachment(object: JsonObject): FieldError[] {
  const [spec, status] = [objectAt(object, "spec"), objectAt(object, "status")];
  const [at, statusAt] = [fieldPath("spec"), fieldPath("status")];
  const volume = objectAt(spec, "source").persistentVolumeName;
  return [
    ...validateDriverName(spec.attacher, at.child("attacher")),
    ...validateAttachmentSource(objectAt(spec, "source"), at.child("source")),
    ...checkSubdomain(spec.nodeName, at.child("nodeName")),
    ...(countBytes(objectAt(status, "attachmentMetadata")) > MAX_BYTES
      ? [tooLong(statusAt.child("attachmentMetadata"), MAX_BYTES)]
      : []),
    ...["attachError", "detachError"].flatMap((field) =>
      validateVolumeError(objectAt(status, field), statusAt.child(field)),
    ),
    ...(volume === undefined ? [] : checkSubdomain(volume, at.child("source", "persistentVolumeName"))),
  ];
}

function validateAttachmentSource(source: JsonObject, path: FieldPath): FieldError[] {
  const { inlineVolumeSpec: spec, persistentVolumeName: name } = source;
  const why = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
  if (isJsonObject(spec)) {
    return name === undefined ? validateInlineVolume(spec, path.child("inlineVolumeSpec")) : [forbidden(path, why)];
  }
  if (name === undefined) {
    return [required(path, why)];
  }
  return name === ""
    ? [required(path.child("persistentVolumeName"), "must specify non empty persistentVolumeName")]
    : [];
}

function validateVolumeError({ message, errorCode }: JsonObject, path: FieldPath): FieldError[] {
  return [
    // Kubernetes: the message names another limit than the one checked (apis/storage/validation/validation.go
    // validateVolumeError, v1.36).
    ...(utf8Length(asText(message)) > MAX_MESSAGE ? [tooLong(path.child("message"), MAX_BYTES)] : []),
    ...(asInteger(errorCode) < 0
      ? [invalid(path.child("errorCode"), asInteger(errorCode), "must be between 0 and 2147483647, inclusive")]
      : []),
  ];
}

/** Kubernetes' error for a change that a mark forbids otherwise. */
export function validateAttachmentKept(object: JsonObject, old: JsonObject): FieldError[] {
  return checkImmutable(object.spec, old.spec, fieldPath("spec")).map((error) =>
    withGoStruct(error, "storage/v1.VolumeAttachmentSpec"),
  );
}

export function validateStorageCapacity(object: JsonObject): FieldError[] {
  const amount = object.capacity === undefined ? undefined : parseQuantity(String(object.capacity)).value;
  return [
    ...(isJsonObject(object.nodeTopology) ? validateLabelSelector(object.nodeTopology, fieldPath("nodeTopology")) : []),
    ...checkSubdomain(object.storageClassName, fieldPath("storageClassName")),
    ...(amount !== undefined && quantitySign(amount) < 0
      ? [invalid("capacity", printQuantity(amount), "must be greater than or equal to 0")]
      : []),
  ];
}

/** Kubernetes' errors for changes that marks forbid otherwise. */
export function validateStorageCapacityKept(object: JsonObject, old: JsonObject): FieldError[] {
  const [topology] = checkImmutable(object.nodeTopology, old.nodeTopology, fieldPath("nodeTopology"));
  return [
    ...(topology === undefined ? [] : [withGoStruct(topology, "meta/v1.LabelSelector")]),
    ...checkImmutable(object.storageClassName, old.storageClassName, fieldPath("storageClassName")),
  ];
}

const MAX_NODE_ID = 256;

export function validateCsiNode(object: JsonObject): FieldError[] {
  const path = fieldPath("spec", "drivers");
  const names = new Set<string>();
  return asObjects(objectAt(object, "spec").drivers).flatMap((driver, i) => {
    const at = path.index(i);
    const name = asText(driver.name);
    const isKnown = names.has(name);
    names.add(name);
    const nodeId = asText(driver.nodeID);
    const keys = asTexts(driver.topologyKeys);
    const isRepeat = findRepeats(keys);
    return [
      ...validateDriverName(name, at.child("name")),
      ...requireText(nodeId, at.child("nodeID")),
      ...(utf8Length(nodeId) > MAX_NODE_ID
        ? [invalid(at.child("nodeID"), nodeId, `must be ${MAX_NODE_ID} characters or less`)]
        : []),
      ...checkNonNegative(objectAt(driver, "allocatable").count, at.child("allocatable", "count")),
      ...(isKnown ? [duplicate(at.child("name"), name)] : []),
      ...keys.flatMap((key, k) => [
        ...(key === "" ? [required(at, "")] : []),
        ...(isRepeat[k] === true ? [duplicate(at, key)] : []),
        ...checkLabelKey(key).map((fault) => invalid(at, key, fault)),
      ]),
    ];
  });
}

/** Drivers may be added, removed, and change their limits, not their identity. */
export function validateCsiNodeKept(object: JsonObject, old: JsonObject): FieldError[] {
  const drivers = asObjects(objectAt(object, "spec").drivers);
  return asObjects(objectAt(old, "spec").drivers).flatMap(({ allocatable: _, ...before }) =>
    drivers
      .filter(({ name }) => asText(name) === asText(before.name))
      .flatMap(({ allocatable: _now, ...driver }) =>
        checkImmutable(driver, before, fieldPath("spec", "drivers")).map((error) =>
          withGoStruct(error, "storage/v1.CSINodeDriver"),
        ),
      ),
  );
}
