import {
  asObject,
  asObjects,
  asText,
  asTexts,
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
  required,
  tooLong,
  utf8Length,
} from "@kiln/api";
import { type ElementId, identifyValue } from "@kiln/schema";
import { withGoStruct } from "../../go/print-go-struct.ts";
import { validateDriverName } from "../core/pod-spec/volume-sources.ts";
import { validateInlineVolume } from "../core/volumes/validate-persistent-volume.ts";
import { checkImmutable, checkQualifiedName } from "../field-checks.ts";
import { type CheckFields, fieldRules } from "../field-rules.ts";
import { findRepeats, MAX_CROSS_ERRORS } from "../find-repeats.ts";

const MAX_PARAMETERS = 512;
const MAX_BYTES = 256 * 1024;

/** Validates a StorageClass. */
export const checkStorageClass: CheckFields = fieldRules({
  provisioner: ["required", checkProvisioner],
  parameters: ["pointer", checkParameters],
  reclaimPolicy: "optional;enum=Delete|Retain",
  volumeBindingMode: "enum=Immediate|WaitForFirstConsumer",
  allowedTopologies: ["optional", validateTopologies],
});

/**
 * Rejects changes of immutable fields with Kubernetes' errors (`--semantics upstream`); by default mutability marks
 * reject them.
 */
export const checkStorageClassKept: CheckFields = fieldRules({
  "parameters,provisioner,reclaimPolicy,volumeBindingMode": "immutable",
});

function checkProvisioner(name: string, path: FieldPath): FieldError[] {
  return checkQualifiedName(name.toLowerCase(), path);
}

function checkParameters(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const parameters = asObject(value);
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

function validateTopologies(given: JsonValue): FieldError[] {
  const terms = asObjects(given);
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
    return [...checkTopologyTerm(term, fieldPath("allowedTopologies").index(i)), ...repeats];
  });
}

const checkTopologyTerm = fieldRules({
  "matchLabelExpressions[]": [{ values: "required", "values[]": "distinct", key: "qualifiedName;unique" }],
});

/** Validates a VolumeAttributesClass. */
export const checkAttributesClass: CheckFields = fieldRules(
  { driverName: ["required", checkProvisioner], parameters: checkParameters },
  ({ parameters }, path) =>
    Object.keys(asObject(parameters)).length === 0
      ? [required(path.child("parameters"), "must contain at least one key/value pair")]
      : [],
);

/**
 * Rejects changes of immutable fields with Kubernetes' errors (`--semantics upstream`); by default mutability marks
 * reject them.
 */
export const checkAttributesClassKept: CheckFields = fieldRules((object, path, { old }) =>
  ["driverName", "parameters"]
    .filter((field) => !deepEqual(getOwn(object, field) ?? null, getOwn(asObject(old), field) ?? null))
    .map((field) => forbidden(path.child(field), `updates to ${field} are forbidden.`)),
);

const MAX_MESSAGE = 1024;

/** Validates a VolumeAttachment. */
export const checkVolumeAttachment: CheckFields = fieldRules({
  "spec.attacher": validateDriverName,
  "spec.source": validateAttachmentSource,
  "spec.nodeName": "subdomain",
  "status.attachmentMetadata": ["pointer", checkBytes],
  "status.attachError,status.detachError": {
    message: checkMessage,
    errorCode: "min=0 must be between 0 and 2147483647, inclusive",
  },
  "spec.source.persistentVolumeName": "pointer;subdomain",
});

function checkBytes(texts: JsonValue | undefined, path: FieldPath): FieldError[] {
  return countBytes(asObject(texts)) > MAX_BYTES ? [tooLong(path, MAX_BYTES)] : [];
}

/**
 * Kubernetes: the error names another limit than the one checked (apis/storage/validation/validation.go
 * validateVolumeError, v1.36).
 */
function checkMessage(message: JsonValue | undefined, path: FieldPath): FieldError[] {
  return utf8Length(asText(message)) > MAX_MESSAGE ? [tooLong(path, MAX_BYTES)] : [];
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

/**
 * Rejects changes of immutable fields with Kubernetes' errors (`--semantics upstream`); by default mutability marks
 * reject them.
 */
export const checkAttachmentKept: CheckFields = fieldRules({ spec: "immutable=storage/v1.VolumeAttachmentSpec" });

/** Validates a CSIStorageCapacity. */
export const checkStorageCapacity: CheckFields = fieldRules({
  nodeTopology: "pointer;selector",
  storageClassName: "subdomain",
  capacity: "pointer;amount",
});

/**
 * Rejects changes of immutable fields with Kubernetes' errors (`--semantics upstream`); by default mutability marks
 * reject them.
 */
export const checkStorageCapacityKept: CheckFields = fieldRules({
  nodeTopology: "immutable=meta/v1.LabelSelector",
  storageClassName: "immutable",
});

/** Validates a CSINode. */
export const checkCsiNode: CheckFields = fieldRules({
  "spec.drivers[]": [
    { name: validateDriverName, nodeID: "required" },
    { nodeID: checkNodeId, "allocatable.count": "count", name: "unique" },
    checkTopologyKeys,
  ],
});

const MAX_NODE_ID = 256;

function checkNodeId(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const id = asText(value);
  return utf8Length(id) > MAX_NODE_ID ? [invalid(path, id, `must be ${MAX_NODE_ID} characters or less`)] : [];
}

/** Kubernetes: the path is that of the driver (apis/storage/validation/validation.go validateCSINodeDriver, v1.36). */
function checkTopologyKeys({ topologyKeys }: JsonObject, path: FieldPath): FieldError[] {
  const keys = asTexts(topologyKeys);
  const isRepeat = findRepeats(keys);
  return keys.flatMap((key, k) => [
    ...(key === "" ? [required(path, "")] : []),
    ...(isRepeat[k] === true ? [duplicate(path, key)] : []),
    ...checkQualifiedName(key, path),
  ]);
}

/** Validates changes of drivers: they may be added and removed, and change their limits, but not their identity. */
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
