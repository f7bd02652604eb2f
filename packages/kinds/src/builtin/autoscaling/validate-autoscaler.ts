import {
  asInteger,
  asObjects,
  asText,
  type FieldError,
  fieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  objectAt,
  required,
} from "@kiln/api";
import { type CheckFields, fieldRules } from "../field-rules.ts";
import { validateMetrics } from "./validate-metrics.ts";
import { validateReference, versionFault } from "./validate-reference.ts";

const SPEC = fieldPath("spec");

/** Validates an autoscaler in the form of v2, which all versions are converted to. */
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
    ...checkBehavior(spec, SPEC),
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

const checkBehavior = fieldRules({
  "behavior.scaleUp,behavior.scaleDown": {
    stabilizationWindowSeconds:
      "pointer;min=0 must be greater than or equal to zero;max=3600 must be less than or equal to 3600",
    selectPolicy: "pointer;enum=Disabled|Max|Min",
    policies: "required=must specify at least one Policy",
    "policies[]": {
      type: "enum=Percent|Pods",
      value: "positive",
      periodSeconds: "positive;max=1800 must be less than or equal to 1800",
    },
    tolerance: "pointer;amount",
  },
});

/** Validates the replica counts in the status. */
export const checkAutoscalerStatus: CheckFields = fieldRules({ "currentReplicas,desiredReplicas": "count" });
