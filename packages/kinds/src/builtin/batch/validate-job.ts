import {
  asInteger,
  asObjects,
  asText,
  checkDns1123Label,
  deepEqual,
  FIELD_IMMUTABLE,
  type FieldError,
  fieldPath,
  fromLabelSelectorObject,
  getOwn,
  invalid,
  isJsonObject,
  type JsonObject,
  matchesLabelSelector,
  metadataOf,
  objectAt,
  required,
  type StringMap,
  validateLabelSelector,
} from "@kiln/api";
import { withGoStruct } from "../../go/print-go-struct.ts";
import { checkTemplateLabels, invalidSelector, readSelector } from "../apps/validate-selector.ts";
import { withFieldOf } from "../core/pod-spec/validate-pod-update.ts";
import { checkImmutable } from "../field-checks.ts";
import { fieldRules } from "../field-rules.ts";
import { validateJobSpec } from "./validate-job-spec.ts";

const SPEC = fieldPath("spec");
const SELECTOR = SPEC.child("selector");

export function validateNewJob(job: JsonObject): FieldError[] {
  return validateJob(job, undefined);
}

function validateJob(job: JsonObject, old: JsonObject | undefined): FieldError[] {
  const spec = objectAt(job, "spec");
  return [
    ...validateOwnLabels(job, old),
    ...validateSpec(spec, old === undefined ? undefined : objectAt(old, "spec")),
    ...checkHostNames(job, spec),
  ];
}

function validateSpec(spec: JsonObject, old: JsonObject | undefined): FieldError[] {
  const { selector } = spec;
  const parsed = readSelector(selector);
  return [
    ...validateJobSpec(spec, SPEC, old),
    ...(isJsonObject(selector) ? validateLabelSelector(selector, SELECTOR) : [required(SELECTOR, "")]),
    ...(parsed === undefined ? [] : checkTemplateLabels(parsed, objectAt(spec, "template"), SPEC.child("template"))),
  ];
}

const PREFIX = "batch.kubernetes.io/";
const LABELS = SPEC.child("template", "metadata", "labels");

/** Validates the labels that identify the Job's Pods; other values are valid with a manual selector only. */
function validateOwnLabels(job: JsonObject, old: JsonObject | undefined): FieldError[] {
  const { manualSelector, selector, template } = objectAt(job, "spec");
  if (manualSelector === true || !isJsonObject(selector)) {
    return [];
  }
  const { uid, name } = metadataOf(job);
  const before = old === undefined ? {} : objectAt(old, "spec", "template", "metadata", "labels");
  const isPrefixed =
    old === undefined || ["job-name", "controller-uid"].every((key) => Object.hasOwn(before, PREFIX + key));
  const own: Record<string, string> = { "controller-uid": asText(uid), "job-name": asText(name) };
  if (isPrefixed) {
    own[`${PREFIX}controller-uid`] = asText(uid);
    own[`${PREFIX}job-name`] = asText(name);
  }
  const labels = objectAt(template, "metadata", "labels");
  const parsed = fromLabelSelectorObject(selector).value;
  return [
    ...Object.entries(own).flatMap(([key, value]) => checkLabelIs(labels, key, value)),
    ...(parsed !== undefined && !matchesLabelSelector(parsed, own as StringMap)
      ? [invalidSelector(selector, SELECTOR, "`selector` not auto-generated")]
      : []),
  ];
}

function checkLabelIs(labels: JsonObject, key: string, value: string): FieldError[] {
  const found = getOwn(labels, key);
  if (found === undefined) {
    return [required(LABELS.key(key), `must be '${value}'`)];
  }
  return found === value ? [] : [invalid(LABELS.key(key), labels, `must be '${value}'`)];
}

/** Validates host names of the Pods of an indexed Job: its name and their index. */
function checkHostNames(job: JsonObject, { completionMode, completions }: JsonObject): FieldError[] {
  const count = Number(asInteger(completions));
  const name = asText(metadataOf(job).name);
  const last = `${name}-${count - 1}`;
  return completionMode === "Indexed" && count > 0 && checkDns1123Label(last).length > 0
    ? [invalid(fieldPath("metadata", "name"), name, `will not able to create pod with invalid DNS label: ${last}`)]
    : [];
}

export const JOB_MARKED: readonly string[] = [
  "selector",
  "completionMode",
  "podFailurePolicy",
  "backoffLimitPerIndex",
  "managedBy",
  "successPolicy",
];

const checkMarked = fieldRules({
  completionMode: "immutable",
  podFailurePolicy: "immutable=batch/v1.PodFailurePolicy",
  "backoffLimitPerIndex,managedBy": "immutable",
  successPolicy: "immutable=batch/v1.SuccessPolicy",
});

/**
 * Validates an update of a Job. Kubernetes: the spec is validated in two calls, so that its errors are reported twice
 * (registry/batch/job/strategy.go jobStrategy.ValidateUpdate, v1.36).
 */
export function validateJobChange(
  job: JsonObject,
  old: JsonObject,
  { areMarked }: { readonly areMarked: boolean },
): FieldError[] {
  const [now, before] = [objectAt(job, "spec"), objectAt(old, "spec")];
  return [
    ...validateJob(job, old),
    ...validateSpec(now, before),
    ...checkCompletions(now, before),
    ...(areMarked || deepEqual(now.selector ?? null, before.selector ?? null)
      ? []
      : [invalidSelector(now.selector, SELECTOR, FIELD_IMMUTABLE)]),
    ...checkTemplate(now, before, old),
    ...(areMarked ? [] : checkMarked(now, SPEC, { old: before })),
  ];
}

/** Validates a change of completions, which only an indexed Job may have. */
function checkCompletions(now: JsonObject, old: JsonObject): FieldError[] {
  const path = SPEC.child("completions");
  if (now.completionMode !== "Indexed") {
    return checkImmutable(now.completions, old.completions, path);
  }
  const { completions, parallelism } = now;
  return completions === undefined || completions === old.completions || completions === parallelism
    ? []
    : [invalid(path, completions, "can only be modified in tandem with spec.parallelism")];
}

/**
 * Validates a change of the template: a suspended Job without active Pods may change scheduling directives and
 * resources.
 */
function checkTemplate(now: JsonObject, old: JsonObject, job: JsonObject): FieldError[] {
  const template = objectAt(now, "template");
  const before = objectAt(old, "template");
  if (!isHeldBack(job)) {
    return checkImmutable(template, before, SPEC.child("template")).map((error) =>
      withGoStruct(error, "core/v1.PodTemplateSpec"),
    );
  }
  const held = keepDirectives(template, before);
  return checkImmutable(
    objectAt(template, "spec"),
    keepResources(objectAt(template, "spec"), objectAt(held, "spec")),
    SPEC.child("template.spec"),
  ).map((error) => withGoStruct(error, "core/v1.PodSpec"));
}

function isHeldBack(job: JsonObject): boolean {
  const status = objectAt(job, "status");
  const isSuspended = asObjects(status.conditions).some(
    ({ type, status: is }) => type === "Suspended" && is === "True",
  );
  const isIdle = Number(asInteger(status.active)) === 0 && (status.startTime === undefined || isSuspended);
  return objectAt(job, "spec").suspend === true && isIdle;
}

/** Old template with the scheduling fields of the new one. */
function keepDirectives(now: JsonObject, old: JsonObject): JsonObject {
  const [spec, before] = [objectAt(now, "spec"), objectAt(old, "spec")];
  const placed = ["nodeSelector", "tolerations", "schedulingGates"].reduce(
    (kept, field) => withFieldOf(kept, field, spec),
    before,
  );
  const { nodeAffinity } = objectAt(spec, "affinity");
  const { nodeAffinity: _, ...others } = objectAt(before, "affinity");
  const affinity = nodeAffinity === undefined ? others : { ...others, nodeAffinity };
  const hasAffinity = Object.keys(affinity).length > 0 || isJsonObject(spec.affinity);
  return {
    ...old,
    metadata: ["labels", "annotations"].reduce(
      (kept, field) => withFieldOf(kept, field, objectAt(now, "metadata")),
      objectAt(old, "metadata"),
    ),
    spec: withFieldOf(placed, "affinity", hasAffinity ? { affinity } : {}),
  };
}

/** Old spec with the container resources of the new one. */
function keepResources(now: JsonObject, old: JsonObject): JsonObject {
  const merged = ["containers", "initContainers"].flatMap((list) => {
    const containers = asObjects(now[list]);
    const before = asObjects(old[list]);
    return containers.length === before.length && before.length > 0
      ? [[list, before.map((container, i) => withResourcesOf(container, containers[i] ?? {}))] as const]
      : [];
  });
  return { ...old, ...Object.fromEntries(merged) };
}

function withResourcesOf(container: JsonObject, other: JsonObject): JsonObject {
  return container.name === other.name ? withFieldOf(container, "resources", other) : container;
}
