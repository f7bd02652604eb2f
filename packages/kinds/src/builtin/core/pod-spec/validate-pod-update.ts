import {
  appendAll,
  asInteger,
  asObjects,
  asText,
  checkRange,
  deepEqual,
  type FieldError,
  type FieldPath,
  fieldPath,
  forbidden,
  getOwn,
  invalid,
  type JsonObject,
  metadataOf,
  objectAt,
  printGoJson,
  quoteGo,
  required,
} from "@kiln/api";
import { diffGoStructs } from "../../../go/diff-go-structs.ts";
import { leniencyFor } from "./leniency-for.ts";
import { checkImagePadding } from "./validate-containers.ts";
import { keepGatedFields, validateGatedChanges } from "./validate-gated-pod.ts";
import { validateWholePod } from "./validate-pod.ts";
import { MIRROR, validateAnnotationChanges, validatePodAnnotations } from "./validate-pod-annotations.ts";
import { validateTolerations } from "./validate-tolerations.ts";

const SPEC = fieldPath("spec");
const ANNOTATIONS = fieldPath("metadata", "annotations");
const MAX_DEADLINE = 2 ** 31 - 1;

/** Fields of the spec that marks protect, so that rules need not check them. */
export interface MarkedFields {
  readonly marked: readonly string[];
}

/** Rejects changes of a Pod's spec, except of a few fields. */
export function validatePodUpdate(pod: JsonObject, old: JsonObject, { marked }: MarkedFields): FieldError[] {
  const errors = validateChangedPod(pod, old);
  const now = objectAt(pod, "spec");
  const before = objectAt(old, "spec");
  for (const list of ["containers", "initContainers"]) {
    const path = SPEC.child(list);
    if (asObjects(now[list]).length !== asObjects(before[list]).length) {
      return [...errors, forbidden(path, "pod updates may not add or remove containers")];
    }
    appendAll(
      errors,
      asObjects(now[list]).flatMap((container, i) => checkImage(container, path.index(i))),
    );
  }
  const deadline = checkDeadline(now, before);
  appendAll(errors, deadline);
  if (deadline.length > 0 && now.activeDeadlineSeconds !== undefined) {
    return errors;
  }
  appendAll(errors, checkTolerations(now, before));
  appendAll(errors, checkGates(now, before));
  appendAll(errors, validateGatedChanges(now, before));
  return [...errors, ...checkRest(now, before, marked)];
}

/** Validates the new Pod, and annotations that cannot change. */
function validateChangedPod(pod: JsonObject, old: JsonObject): FieldError[] {
  const leniency = leniencyFor(old, { isPod: true });
  const annotations = objectAt(metadataOf(pod), "annotations");
  return [
    ...validateWholePod(pod, leniency),
    ...validateAnnotationChanges(annotations, objectAt(metadataOf(old), "annotations"), ANNOTATIONS),
    ...validatePodAnnotations(annotations, ANNOTATIONS, { spec: objectAt(pod, "spec"), leniency }),
  ];
}

function checkImage(container: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...(asText(container.image) === "" ? [required(path.child("image"), "")] : []),
    ...checkImagePadding(container, path),
  ];
}

/** Validates activeDeadlineSeconds, which can be added and shortened. */
function checkDeadline(now: JsonObject, old: JsonObject): FieldError[] {
  const path = SPEC.child("activeDeadlineSeconds");
  if (now.activeDeadlineSeconds === undefined) {
    return old.activeDeadlineSeconds === undefined
      ? []
      : [invalid(path, null, "must not update from a positive integer to nil value")];
  }
  const deadline = asInteger(now.activeDeadlineSeconds);
  const faults = checkRange(deadline, 0, MAX_DEADLINE);
  const isLater = old.activeDeadlineSeconds !== undefined && asInteger(old.activeDeadlineSeconds) < deadline;
  if (faults.length > 0) {
    return faults.map((fault) => invalid(path, deadline, fault));
  }
  return isLater ? [invalid(path, deadline, "must be less than or equal to previous value")] : [];
}

function checkTolerations(now: JsonObject, old: JsonObject): FieldError[] {
  const path = SPEC.child("tolerations");
  if (deepEqual(now.tolerations ?? null, old.tolerations ?? null)) {
    return validateTolerations(now, SPEC);
  }
  const withoutTime = (list: JsonObject[string] | undefined) =>
    asObjects(list).map(({ tolerationSeconds: _, ...rest }) => printGoJson(rest));
  const kept = new Set(withoutTime(now.tolerations));
  const isKept = withoutTime(old.tolerations).every((toleration) => kept.has(toleration));
  return isKept
    ? validateTolerations(now, SPEC)
    : [forbidden(path, "existing toleration can not be modified except its tolerationSeconds")];
}

function checkGates(now: JsonObject, old: JsonObject): FieldError[] {
  const before = new Set(asObjects(old.schedulingGates).map(({ name }) => asText(name)));
  return asObjects(now.schedulingGates).flatMap(({ name }, i) =>
    before.has(asText(name))
      ? []
      : [
          forbidden(
            SPEC.child("schedulingGates").index(i).child("name"),
            `only deletion is allowed, but found new scheduling gate '${asText(name)}'`,
          ),
        ],
  );
}

const UPDATABLE = [
  "`spec.containers[*].image`",
  "`spec.initContainers[*].image`",
  "`spec.activeDeadlineSeconds`",
  "`spec.tolerations` (only additions to existing tolerations)",
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)",
].join(",");

/** Rejects changes of all fields that have no rule of their own. */
function checkRest(now: JsonObject, old: JsonObject, marked: readonly string[]): FieldError[] {
  const kept = ["activeDeadlineSeconds", "schedulingGates", "tolerations", ...marked].reduce(
    (spec, field) => withFieldOf(spec, field, old),
    { ...now },
  );
  for (const list of ["containers", "initContainers"]) {
    if (Object.hasOwn(kept, list)) {
      const before = asObjects(old[list]);
      kept[list] = asObjects(kept[list]).map((container, i) => withFieldOf(container, "image", before[i] ?? {}));
    }
  }
  const wasNegative = asInteger(old.terminationGracePeriodSeconds) < 0;
  const munged =
    wasNegative && now.terminationGracePeriodSeconds === 1
      ? withFieldOf(kept, "terminationGracePeriodSeconds", old)
      : kept;
  const compared = keepGatedFields(munged, old);
  if (deepEqual(compared, old)) {
    return [];
  }
  const diff = diffGoStructs("core/v1.PodSpec", [old, compared]);
  return [forbidden(SPEC, `pod updates may not change fields other than ${UPDATABLE}\n${diff}`)];
}

/** `object` with one field of `other`: a copy, or the object itself if the field is the same. */
export function withFieldOf(object: JsonObject, field: string, other: JsonObject): JsonObject {
  const value = getOwn(other, field);
  if (value === getOwn(object, field)) {
    return object;
  }
  if (value !== undefined) {
    return { ...object, [field]: value };
  }
  const { [field]: _, ...rest } = object;
  return rest;
}

/** Validates an update of ephemeral containers, which can only be added. */
export function validateEphemeralUpdate(
  pod: JsonObject,
  old: JsonObject,
  { areMarked }: { readonly areMarked: boolean },
): FieldError[] {
  if (Object.hasOwn(objectAt(metadataOf(old), "annotations"), MIRROR)) {
    return [forbidden(fieldPath(""), "static pods do not support ephemeral containers")];
  }
  const errors = validateChangedPod(pod, old);
  return areMarked ? errors : [...errors, ...checkEphemeral(pod, old)];
}

function checkEphemeral(pod: JsonObject, old: JsonObject): FieldError[] {
  const path = SPEC.child("ephemeralContainers");
  const now = new Map(
    asObjects(objectAt(pod, "spec").ephemeralContainers).map((container) => [asText(container.name), container]),
  );
  return asObjects(objectAt(old, "spec").ephemeralContainers).flatMap((container) => {
    const name = asText(container.name);
    const found = now.get(name);
    if (found === undefined) {
      return [forbidden(path, `existing ephemeral containers ${quoteGo(name)} may not be removed\n`)];
    }
    const diff = () => diffGoStructs("core/v1.EphemeralContainer", [container, found]);
    return deepEqual(container, found)
      ? []
      : [forbidden(path, `existing ephemeral containers ${quoteGo(name)} may not be changed\n${diff()}`)];
  });
}
