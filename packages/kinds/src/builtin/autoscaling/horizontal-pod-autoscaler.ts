import { deepCopy, fieldPath, isJsonObject, type JsonObject, objectAt } from "@kiln/api";
import { wasGivenEmpty } from "../../natives/given-empty.ts";
import type { Declaration } from "../declaration.ts";
import { convertAutoscaler, ROUND_TRIP } from "./convert-autoscaler.ts";
import { checkAutoscalerStatus, validateAutoscaler } from "./validate-autoscaler.ts";

const CPU_UTILIZATION = 80;

export const horizontalPodAutoscaler: Declaration = {
  resource: "horizontalpodautoscalers.autoscaling",
  storage: {
    apiVersion: "autoscaling/v2",
    apiVersions: ["autoscaling/v1", "autoscaling/v2"],
    convert: convertAutoscaler,
  },
  types: {
    "autoscaling/v1.HorizontalPodAutoscalerSpec": { defaults: { minReplicas: 1 } },
    "autoscaling/v2.HorizontalPodAutoscalerSpec": { defaults: { minReplicas: 1 }, setDefaults: defaultSpec },
  },
  strategy: () => ({
    carriedAnnotations: ROUND_TRIP,
    validateCreate: (object) => validateAutoscaler(objectAt(newest(object), "spec")),
    validateUpdate: (object, old, subresource) =>
      subresource === "status"
        ? checkAutoscalerStatus(objectAt(newest(object), "status"), fieldPath("status"))
        : validateAutoscaler(objectAt(newest(object), "spec"), objectAt(newest(old), "spec")),
  }),
};

/** Copy of the object in autoscaling/v2, for which the validation is written. */
function newest(object: JsonObject): JsonObject {
  return object.apiVersion === NEWEST ? object : convertAutoscaler(deepCopy(object), NEWEST);
}

const NEWEST = "autoscaling/v2";

/** Sets the default metric, and the defaults of scaling behavior. */
function defaultSpec(spec: JsonObject): void {
  spec.metrics ??= [
    {
      type: "Resource",
      resource: { name: "cpu", target: { type: "Utilization", averageUtilization: CPU_UTILIZATION } },
    },
  ];
  if (isJsonObject(spec.behavior)) {
    const { behavior } = spec;
    behavior.scaleUp = completeRules(objectAt(behavior, "scaleUp"), scaleUp());
    behavior.scaleDown = completeRules(objectAt(behavior, "scaleDown"), scaleDown());
  }
}

/** Scaling rules with defaults. An empty list of policies is kept, so that validation rejects it. */
function completeRules(rules: JsonObject, { policies = [], ...defaults }: JsonObject): JsonObject {
  return { ...defaults, ...(wasGivenEmpty(rules, "policies") ? {} : { policies }), ...rules };
}

function scaleUp(): JsonObject {
  return {
    stabilizationWindowSeconds: 0,
    selectPolicy: "Max",
    policies: [
      { type: "Pods", value: 4, periodSeconds: 15 },
      { type: "Percent", value: 100, periodSeconds: 15 },
    ],
  };
}

function scaleDown(): JsonObject {
  return { selectPolicy: "Max", policies: [{ type: "Percent", value: 100, periodSeconds: 15 }] };
}
