import {
  asInteger,
  asObjects,
  asText,
  type FieldError,
  type FieldPath,
  fieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  objectAt,
  parseQuantity,
  printQuantity,
  quantitySign,
  required,
} from "@kiln/api";
import { checkSupported } from "../field-checks.ts";
import { validateMetrics } from "./validate-metrics.ts";
import { validateReference, versionFault } from "./validate-reference.ts";

const SPEC = fieldPath("spec");

/** Validates the v2 form, whatever version a client uses. */
export function validateAutoscaler(spec: JsonObject, old?: JsonObject): FieldError[] {
  const { minReplicas } = spec;
  const target = objectAt(spec, "scaleTargetRef");
  const before = objectAt(old ?? {}, "scaleTargetRef");
  const isSameTarget = old !== undefined && target.apiVersion === before.apiVersion && target.kind === before.kind;
  const mayBeZero = old !== undefined && Number(old.minReplicas ?? 1) === 0;
  return [
    ...checkReplicas(spec, mayBeZero ? 0 : 1),
    ...validateReference(target, SPEC.child("scaleTargetRef"), {
      allowsAnyVersion: isSameTarget,
      allowsNoGroup: target.kind === "ReplicationController",
    }),
    ...validateMetrics(asObjects(spec.metrics), SPEC.child("metrics"), {
      isZero: minReplicas !== undefined && Number(asInteger(minReplicas)) === 0,
      allowsAnyVersion: asObjects(old?.metrics).some(hasWrongVersion),
    }),
    ...["scaleUp", "scaleDown"].flatMap((direction) => {
      const rules = objectAt(spec, "behavior")[direction];
      return isJsonObject(rules) ? validateRules(rules, SPEC.child("behavior", direction)) : [];
    }),
  ];
}

function checkReplicas({ minReplicas, maxReplicas }: JsonObject, lowest: number): FieldError[] {
  const min = asInteger(minReplicas);
  const max = asInteger(maxReplicas);
  const at = SPEC.child("maxReplicas");
  return [
    ...(minReplicas !== undefined && min < lowest
      ? [invalid(SPEC.child("minReplicas"), min, `must be greater than or equal to ${lowest}`)]
      : []),
    ...(Number(max) === 0 ? [required(at, "must be set and greater than 0")] : []),
    ...(max < 0 ? [invalid(at, max, "must be greater than or equal to 1")] : []),
    ...(minReplicas !== undefined && max < min
      ? [invalid(at, max, "must be greater than or equal to `minReplicas`")]
      : []),
  ];
}

function hasWrongVersion({ type, object }: JsonObject): boolean {
  return (
    type === "Object" &&
    isJsonObject(object) &&
    versionFault(asText(objectAt(object, "describedObject").apiVersion), {
      allowsAnyVersion: false,
      allowsNoGroup: true,
    }) !== undefined
  );
}

const MAX_WINDOW = 3600;
const MAX_PERIOD = 1800;

function validateRules(rules: JsonObject, path: FieldPath): FieldError[] {
  const { stabilizationWindowSeconds, selectPolicy, tolerance } = rules;
  const policies = asObjects(rules.policies);
  return [
    ...(stabilizationWindowSeconds === undefined
      ? []
      : checkWindow(asInteger(stabilizationWindowSeconds), path.child("stabilizationWindowSeconds"))),
    ...(selectPolicy === undefined
      ? []
      : checkSupported(selectPolicy, path.child("selectPolicy"), ["Disabled", "Max", "Min"])),
    ...(policies.length === 0 ? [required(path.child("policies"), "must specify at least one Policy")] : []),
    ...policies.flatMap((policy, i) => validatePolicy(policy, path.child("policies").index(i))),
    ...(tolerance === undefined ? [] : checkTolerance(String(tolerance), path.child("tolerance"))),
  ];
}

function checkWindow(seconds: number | bigint, path: FieldPath): FieldError[] {
  if (seconds < 0) {
    return [invalid(path, seconds, "must be greater than or equal to zero")];
  }
  return seconds > MAX_WINDOW ? [invalid(path, seconds, `must be less than or equal to ${MAX_WINDOW}`)] : [];
}

function checkTolerance(text: string, path: FieldPath): FieldError[] {
  const amount = parseQuantity(text).value;
  return amount !== undefined && quantitySign(amount) < 0
    ? [invalid(path, printQuantity(amount), "must be greater than or equal to 0")]
    : [];
}

function validatePolicy(policy: JsonObject, path: FieldPath): FieldError[] {
  const value = asInteger(policy.value);
  const period = asInteger(policy.periodSeconds);
  return [
    ...checkSupported(policy.type, path.child("type"), ["Percent", "Pods"]),
    ...(value <= 0 ? [invalid(path.child("value"), value, "must be greater than zero")] : []),
    ...(period <= 0 ? [invalid(path.child("periodSeconds"), period, "must be greater than zero")] : []),
    ...(period > MAX_PERIOD
      ? [invalid(path.child("periodSeconds"), period, `must be less than or equal to ${MAX_PERIOD}`)]
      : []),
  ];
}

/** How many there are and how many there should be. */
export function validateAutoscalerStatus(status: JsonObject): FieldError[] {
  return ["currentReplicas", "desiredReplicas"].flatMap((field) => {
    const count = asInteger(status[field]);
    return count < 0 ? [invalid(fieldPath("status", field), count, "must be greater than or equal to 0")] : [];
  });
}
