import {
  asInteger,
  asObject,
  asText,
  type FieldError,
  type FieldPath,
  fieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  notSupported,
  objectAt,
  required,
} from "@kiln/api";
import { withGoStruct } from "../../go/print-go-struct.ts";
import { validatePodTemplate } from "../core/pod-spec/validate-pod-template.ts";
import { fieldRules, type Scope } from "../field-rules.ts";
import { checkAtMostAll, checkIntOrPercent, intOrPercentValue } from "./int-or-percent.ts";
import {
  checkTemplateLabels,
  invalidSelector,
  readSelector,
  refuseEmpty,
  validateSelector,
} from "./validate-selector.ts";

const SPEC = fieldPath("spec");

const checkReplicas = fieldRules({ replicas: "count", minReadySeconds: "count" });

/** Validates the spec of a Deployment. `old` is the stored spec. */
export function validateDeploymentSpec(spec: JsonObject, old?: JsonObject): FieldError[] {
  return checkDeployment(spec, SPEC, old === undefined ? {} : { given: old });
}

/** Rules of the spec of a Deployment. Their extra input is the stored spec. */
const checkDeployment = fieldRules<JsonObject>(
  { replicas: "count", selector: checkOfDeployment },
  (spec, _, { given: old }) => validateReplicaTemplate(spec, old),
  {
    strategy: validateStrategy,
    "minReadySeconds,revisionHistoryLimit,progressDeadlineSeconds": "count",
  },
  checkDeadline,
);

function checkOfDeployment(selector: JsonValue | undefined, path: FieldPath): FieldError[] {
  return validateSelector(selector, path, "deployment");
}

function checkDeadline({ progressDeadlineSeconds, minReadySeconds }: JsonObject, path: FieldPath): FieldError[] {
  const deadline = asInteger(progressDeadlineSeconds);
  return progressDeadlineSeconds !== undefined && deadline <= asInteger(minReadySeconds)
    ? [invalid(path.child("progressDeadlineSeconds"), deadline, "must be greater than minReadySeconds")]
    : [];
}

function validateStrategy(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const strategy = asObject(value);
  const { type, rollingUpdate } = strategy;
  const at = path.child("rollingUpdate");
  if (type === "Recreate") {
    return rollingUpdate === undefined
      ? []
      : [forbidden(at, "may not be specified when strategy `type` is 'Recreate'")];
  }
  if (type !== "RollingUpdate") {
    return [withGoStruct(notSupported(path, strategy, ["Recreate", "RollingUpdate"]), "apps/v1.DeploymentStrategy")];
  }
  return isJsonObject(rollingUpdate)
    ? validateRollingUpdate(rollingUpdate, at)
    : [required(at, "this should be defaulted and never be nil")];
}

function validateRollingUpdate({ maxUnavailable, maxSurge }: JsonObject, path: FieldPath): FieldError[] {
  const at = path.child("maxUnavailable");
  const isStuck = intOrPercentValue(maxUnavailable) === 0 && intOrPercentValue(maxSurge) === 0;
  return [
    ...checkIntOrPercent(maxUnavailable, at),
    ...checkIntOrPercent(maxSurge, path.child("maxSurge")),
    ...(isStuck ? [invalid(at, maxUnavailable ?? 0, "may not be 0 when `maxSurge` is 0")] : []),
    ...checkAtMostAll(maxUnavailable, at),
  ];
}

export function validateReplicaSetSpec(spec: JsonObject, old?: JsonObject): FieldError[] {
  return [
    ...checkReplicas(spec, SPEC),
    // Kubernetes: the message says "deployment" for a ReplicaSet, too (apis/apps/validation/validation.go
    // ValidateReplicaSetSpec, v1.36).
    ...validateSelector(spec.selector, SPEC.child("selector"), "deployment"),
    ...validateReplicaTemplate(spec, old),
  ];
}

/** Validates the template of a controller that replaces Pods: restartPolicy must be Always. */
function validateReplicaTemplate(spec: JsonObject, old?: JsonObject): FieldError[] {
  const path = SPEC.child("template");
  const template = objectAt(spec, "template");
  const selector = readSelector(spec.selector);
  if (selector === undefined) {
    return [invalidSelector(spec.selector, SPEC.child("selector"), "invalid label selector")];
  }
  return [
    ...checkTemplateLabels(selector, template, path),
    ...validatePodTemplate(template, path, old?.template),
    ...checkEndless(template, path, "ReplicaSet"),
  ];
}

/** Validates a template for Pods that must not end: checks restartPolicy and activeDeadlineSeconds. */
export function checkEndless(template: JsonObject, path: FieldPath, kind: string): FieldError[] {
  const { restartPolicy, activeDeadlineSeconds } = objectAt(template, "spec");
  return [
    ...(restartPolicy === "Always"
      ? []
      : [notSupported(path.child("spec", "restartPolicy"), asText(restartPolicy), ["Always"])]),
    ...(activeDeadlineSeconds === undefined
      ? []
      : [forbidden(path.child("spec", "activeDeadlineSeconds"), `activeDeadlineSeconds in ${kind} is not Supported`)]),
  ];
}

export function validateDaemonSetSpec(spec: JsonObject, old?: JsonObject): FieldError[] {
  return checkDaemonSet(spec, SPEC, old === undefined ? {} : { given: old });
}

/** Rules of the spec of a DaemonSet. Their extra input is the stored spec. */
const checkDaemonSet = fieldRules<JsonObject>({ selector: "pointer;selector" }, validateDaemonTemplate, {
  minReadySeconds: "count",
  updateStrategy: validateUpdateStrategy,
  revisionHistoryLimit: "count",
});

function validateDaemonTemplate(spec: JsonObject, around: FieldPath, { given: old }: Scope<JsonObject>): FieldError[] {
  const path = around.child("template");
  const template = objectAt(spec, "template");
  const { selector } = spec;
  const parsed = readSelector(selector);
  return [
    ...(parsed === undefined ? [] : checkTemplateLabels(parsed, template, path)),
    ...(isJsonObject(selector) ? refuseEmpty(selector, around.child("selector"), "daemonset") : []),
    ...validatePodTemplate(template, path, old?.template),
    ...checkEndless(template, path, "DaemonSet"),
  ];
}

function validateUpdateStrategy(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const strategy = asObject(value);
  const { type, rollingUpdate } = strategy;
  if (type === "OnDelete") {
    return [];
  }
  if (type !== "RollingUpdate") {
    return [
      withGoStruct(notSupported(path, strategy, ["RollingUpdate", "OnDelete"]), "apps/v1.DaemonSetUpdateStrategy"),
    ];
  }
  return isJsonObject(rollingUpdate)
    ? validateDaemonUpdate(rollingUpdate, path.child("rollingUpdate"))
    : [required(path.child("rollingUpdate"), "")];
}

function validateDaemonUpdate({ maxUnavailable, maxSurge }: JsonObject, path: FieldPath): FieldError[] {
  const [unavailable, surge] = [path.child("maxUnavailable"), path.child("maxSurge")];
  return [
    ...checkIntOrPercent(maxUnavailable, unavailable),
    ...checkIntOrPercent(maxSurge, surge),
    ...checkAtMostAll(maxUnavailable, unavailable),
    ...checkAtMostAll(maxSurge, surge),
    ...checkOneOf(maxUnavailable, maxSurge, path),
  ];
}

function checkOneOf(
  maxUnavailable: JsonValue | undefined,
  maxSurge: JsonValue | undefined,
  path: FieldPath,
): FieldError[] {
  const hasUnavailable = intOrPercentValue(maxUnavailable) !== 0;
  const hasSurge = intOrPercentValue(maxSurge) !== 0;
  if (hasUnavailable && hasSurge) {
    return [invalid(path.child("maxSurge"), maxSurge, "may not be set when maxUnavailable is non-zero")];
  }
  return hasUnavailable || hasSurge ? [] : [required(path.child("maxUnavailable"), "cannot be 0 when maxSurge is 0")];
}
