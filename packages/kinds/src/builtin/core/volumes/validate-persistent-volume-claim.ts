import {
  asText,
  checkLabelKey,
  compareQuantities,
  deepEqual,
  FIELD_IMMUTABLE,
  type FieldError,
  type FieldPath,
  fieldPath,
  forbidden,
  getOwn,
  invalid,
  type JsonObject,
  notSupported,
  objectAt,
  parseQuantity,
  type Quantity,
  quantityValue,
} from "@kiln/api";
import { diffGoStructs } from "../../../go/diff-go-structs.ts";
import type { BuiltInSettings } from "../../../resource/feature-gates.ts";
import { checkText } from "../../field-checks.ts";
import { isNativeResource } from "../resource-names.ts";
import { type ClaimLeniency, validateClaimSpec } from "../validate-claim-spec.ts";

const SPEC = fieldPath("spec");

/** Annotation with the storage class of a claim, from before there was a field. */
export const CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";

/** Fields of the spec that marks protect, so that rules need not check them. */
const MARKED = ["accessModes", "selector", "volumeMode", "volumeName", "dataSource", "dataSourceRef"];

export function validatePersistentVolumeClaim(claim: JsonObject, leniency: ClaimLeniency = {}): FieldError[] {
  return validateClaimSpec(objectAt(claim, "spec"), SPEC, leniency);
}

export function validateClaimUpdate(
  claim: JsonObject,
  old: JsonObject,
  { semantics }: Pick<BuiltInSettings, "semantics">,
): FieldError[] {
  const [spec, before] = [objectAt(claim, "spec"), objectAt(old, "spec")];
  const isUpstream = semantics === "upstream";
  const hadGroup = [before.dataSource, before.dataSourceRef].some(
    (source) => objectAt({ source: source ?? null }, "source").apiGroup !== undefined,
  );
  return [
    ...validatePersistentVolumeClaim(claim, { allowsInvalidApiGroup: hadGroup }),
    ...validateKeptClass(claim, old),
    ...validateKeptSpec(claim, old, isUpstream ? [] : MARKED),
    ...validateSize(spec, old),
    // Kubernetes: the path lacks spec (core/validation/validation.go ValidatePersistentVolumeClaimUpdate, v1.36).
    ...(isUpstream && spec.volumeMode !== before.volumeMode
      ? [invalid("volumeMode", spec.volumeMode ?? null, FIELD_IMMUTABLE)]
      : []),
    ...validateAttributesClass(spec, old),
  ];
}

/** Whether the field gets the class of the annotation; both may be set, and the annotation may be removed later. */
function movesClassToField(claim: JsonObject, old: JsonObject): boolean {
  const [now, before] = [classAnnotation(claim), classAnnotation(old)];
  return (
    before !== undefined &&
    objectAt(old, "spec").storageClassName === undefined &&
    objectAt(claim, "spec").storageClassName === before &&
    (now === undefined || now === before)
  );
}

function classAnnotation(claim: JsonObject): string | undefined {
  const value = getOwn(objectAt(claim, "metadata", "annotations"), CLASS_ANNOTATION);
  return value === undefined ? undefined : asText(value);
}

function validateKeptClass(claim: JsonObject, old: JsonObject): FieldError[] {
  const [now, before] = [classAnnotation(claim) ?? "", classAnnotation(old) ?? ""];
  return movesClassToField(claim, old) || now === before
    ? []
    : [invalid(fieldPath("metadata", "annotations", CLASS_ANNOTATION), now, FIELD_IMMUTABLE)];
}

/**
 * Validates changes of the spec: a bound claim may grow and change its VolumeAttributesClass; a claim without a class
 * or volume may get one.
 */
function validateKeptSpec(claim: JsonObject, old: JsonObject, ignored: readonly string[]): FieldError[] {
  const [spec, before] = [objectAt(claim, "spec"), objectAt(old, "spec")];
  const allowed: JsonObject = { ...spec };
  const annotated = classAnnotation(old);
  const getsClass =
    movesClassToField(claim, old) ||
    (spec.storageClassName !== undefined && (annotated === undefined || spec.storageClassName === annotated));
  copyFields(allowed, before, [
    ...ignored,
    ...(asText(before.volumeName) === "" ? ["volumeName"] : []),
    ...(before.storageClassName === undefined && getsClass ? ["storageClassName"] : []),
    ...(objectAt(claim, "status").phase === "Bound" ? ["volumeAttributesClassName"] : []),
  ]);
  if (objectAt(claim, "status").phase === "Bound" && amountOf(spec) !== undefined) {
    const resources = objectAt(spec, "resources");
    const storage = getOwn(objectAt(before, "resources", "requests"), "storage") ?? "0";
    allowed.resources = { ...resources, requests: { ...objectAt(resources, "requests"), storage } };
  }
  const why =
    "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";
  return deepEqual(allowed, before)
    ? []
    : [forbidden(SPEC, `${why}\n${diffGoStructs("core/v1.PersistentVolumeClaimSpec", [before, allowed])}`)];
}

/** Copies the named fields into `to`, which it changes. */
function copyFields(to: JsonObject, from: JsonObject, fields: readonly string[]): void {
  for (const field of fields) {
    if (from[field] === undefined) {
      delete to[field];
    } else {
      to[field] = from[field];
    }
  }
}

function amountOf(spec: JsonObject): Quantity | undefined {
  const storage = getOwn(objectAt(spec, "resources", "requests"), "storage");
  return storage === undefined ? undefined : parseQuantity(String(storage)).value;
}

const NOTHING = parseQuantity("0").value as Quantity;

/** Validates a smaller request, which cancels an expansion and must still exceed the current capacity. */
function validateSize(spec: JsonObject, old: JsonObject): FieldError[] {
  const now = amountOf(spec) ?? NOTHING;
  const capacity = getOwn(objectAt(old, "status", "capacity"), "storage");
  const there = (capacity === undefined ? undefined : parseQuantity(String(capacity)).value) ?? NOTHING;
  return compareQuantities(now, amountOf(objectAt(old, "spec")) ?? NOTHING) < 0 && compareQuantities(now, there) <= 0
    ? [forbidden(SPEC.child("resources", "requests", "storage"), "field can not be less than status.capacity")]
    : [];
}

function validateAttributesClass(spec: JsonObject, old: JsonObject): FieldError[] {
  const name = spec.volumeAttributesClassName;
  const hasClass = objectAt(old, "status").currentVolumeAttributesClassName !== undefined;
  if (!hasClass || name === objectAt(old, "spec").volumeAttributesClassName || asText(name) !== "") {
    return [];
  }
  const to = name === undefined ? "nil" : "empty string";
  const why = `update to ${to} is forbidden when status.currentVolumeAttributesClassName is not nil`;
  return [forbidden(SPEC.child("volumeAttributesClassName"), why)];
}

/** Allowed resize states, sorted as errors list them. */
const RESIZE_STATES = [
  "ControllerResizeInProgress",
  "ControllerResizeInfeasible",
  "NodeResizeInProgress",
  "NodeResizeInfeasible",
  "NodeResizePending",
];

export function validateClaimStatus(claim: JsonObject): FieldError[] {
  const status = objectAt(claim, "status");
  const [states, allocated] = [objectAt(status, "allocatedResourceStatuses"), objectAt(status, "allocatedResources")];
  const at = fieldPath("status", "allocatedResources");
  const statesAt = fieldPath("status", "allocatedResourceStatuses");
  return [
    ...checkAmounts(objectAt(status, "capacity"), fieldPath("status", "capacity")),
    ...Object.entries(states).flatMap(([name, state]) => [
      ...checkResourceName(name, statesAt),
      // Kubernetes: the error prints the resource, not the state (core/validation/validation.go
      // ValidatePersistentVolumeClaimStatusUpdate, v1.36).
      ...(RESIZE_STATES.includes(asText(state)) ? [] : [notSupported(statesAt, name, RESIZE_STATES)]),
    ]),
    ...Object.entries(allocated).flatMap(([name, amount]) => {
      const faults = checkResourceName(name, at);
      return faults.length > 0 ? faults : checkAmounts({ [name]: amount }, at);
    }),
  ];
}

function checkAmounts(amounts: JsonObject, path: FieldPath): FieldError[] {
  return Object.entries(amounts).flatMap(([name, amount]) => {
    const parsed = parseQuantity(String(amount)).value;
    const value = parsed === undefined ? 0n : quantityValue(parsed);
    return value < 0n ? [invalid(path.key(name), value, "must be a valid resource quantity")] : [];
  });
}

function checkResourceName(name: string, path: FieldPath): FieldError[] {
  const faults = checkText(name, path, checkLabelKey);
  return faults.length > 0 || !isNativeResource(name) || name === "storage"
    ? faults
    : [notSupported(path, name, ["storage"])];
}
