import { asText, type JsonObject, objectAt, parseQuantity, quantityMilliValue, quantityToNumber } from "@kiln/api";
import type { Autoscaler, ScalingRules } from "./autoscaler.ts";

/** Prefix of the annotation with a metric's current value: percent of the request, or a quantity for average values. */
export const METRIC_ANNOTATION = "simulate.kiln/metric.";
const TOLERANCE = 0.1;

/** Size that one metric proposes. */
export interface Proposal {
  readonly replicas: number;
  readonly metric: string;
  /** Entry for status.currentMetrics. */
  readonly current: JsonObject;
}

/** Error of a metric without a value: the annotations are the only source of metrics. */
export interface MissingMetric {
  /** Reason of the condition and of the event. */
  readonly reason: string;
  readonly error: string;
  /** Error text in the event about all metrics. */
  readonly outer: string;
}

export function proposeSize(scaler: Autoscaler, metric: JsonObject, replicas: number): Proposal | MissingMetric {
  const type = asText(metric.type);
  const key = `${type.charAt(0).toLowerCase()}${type.slice(1)}`;
  const source = objectAt(metric, key);
  const isResource = type === "Resource" || type === "ContainerResource";
  const name = isResource ? asText(source.name) : asText(objectAt(source, "metric").name);
  const given = scaler.metadata.annotations?.[METRIC_ANNOTATION + name];
  const { averageUtilization, averageValue, value } = objectAt(source, "target");
  const isPercent = averageUtilization !== undefined;
  if (given === undefined) {
    return missing({ scaler, type, name, source, isPercent });
  }
  const usage = isPercent ? Number(given) : milli(given);
  const goal = isPercent ? Number(averageUtilization) : milli(asText(averageValue ?? value));
  const ratio = goal === 0 ? 1 : usage / goal;
  const proposed = isTolerated(scaler, ratio) ? replicas : Math.ceil(replicas * ratio);
  const current = isPercent
    ? { averageUtilization: usage, averageValue: "0" }
    : { [averageValue === undefined ? "value" : "averageValue"]: given };
  const container = type === "ContainerResource" ? { container: asText(source.container) } : {};
  const about = type === "Object" ? { describedObject: objectAt(source, "describedObject") } : {};
  const named = isResource ? { name, ...container } : { ...about, metric: objectAt(source, "metric") };
  return {
    replicas: proposed,
    metric: describe({ scaler, type, name, source, isPercent }),
    current: { type, [key]: { ...named, current } },
  };
}

/** Whether the ratio of a metric to its target is too near to 1 for a rescale. */
function isTolerated({ spec: { behavior } }: Autoscaler, ratio: number): boolean {
  const toleranceOf = (rules: ScalingRules | undefined) => {
    const { value } = parseQuantity(rules?.tolerance ?? "");
    return value === undefined ? TOLERANCE : quantityToNumber(value);
  };
  return 1 - toleranceOf(behavior?.scaleDown) <= ratio && ratio <= 1 + toleranceOf(behavior?.scaleUp);
}

interface Metric {
  readonly scaler: Autoscaler;
  readonly type: string;
  readonly name: string;
  readonly source: JsonObject;
  readonly isPercent: boolean;
}

function describe({ type, name, source, isPercent }: Metric): string {
  switch (type) {
    case "Resource":
      return `${name} resource${isPercent ? " utilization (percentage of request)" : ""}`;
    case "ContainerResource":
      return `${name} ${isPercent ? "container resource utilization (percentage of request)" : "resource"}`;
    case "Pods":
      return `pods metric ${name}`;
    case "Object":
      return `${asText(objectAt(source, "describedObject").kind)} metric ${name}`;
    default:
      return `external metric ${name}(nil)`;
  }
}

const NO_RESOURCE_API = "the server could not find the requested resource (get pods.metrics.k8s.io)";
const NO_CUSTOM_API = "no custom metrics API (custom.metrics.k8s.io) registered";

/** Kubernetes: the errors of a cluster without metrics APIs (horizontal.go computeReplicasForMetric, v1.36). */
function missing({ scaler, type, name, source, isPercent }: Metric): MissingMetric {
  const { namespace } = scaler.metadata;
  const made = (error: string, about: string): MissingMetric => ({
    reason: `FailedGet${type}Metric`,
    error,
    outer: `failed to get ${about} value: ${error}`,
  });
  const custom = `unable to fetch metrics from custom metrics API: ${NO_CUSTOM_API}`;
  switch (type) {
    case "Resource":
    case "ContainerResource": {
      const about = type === "Resource" ? `${name} resource metric` : `${asText(source.container)} container metric`;
      const what = `failed to get ${name} ${isPercent ? "utilization" : "usage"}`;
      const cause = `unable to fetch metrics from resource metrics API: ${NO_RESOURCE_API}`;
      return made(`${what}: unable to get metrics for resource ${name}: ${cause}`, about);
    }
    case "Pods":
      return made(`unable to get metric ${name}: ${custom}`, "pods metric");
    case "Object": {
      const { kind, name: described } = objectAt(source, "describedObject");
      // Kubernetes: the words of this error are out of order (replica_calculator.go GetObjectMetricReplicas, v1.36).
      const place = `${asText(kind)} on ${namespace} ${asText(described)}`;
      return made(`unable to get metric ${name}: ${place}/${custom}`, "object metric");
    }
    default: {
      const cause = `the server could not find the requested resource (get ${name}.external.metrics.k8s.io)`;
      const what = `unable to get external metric ${namespace}/${name}/nil`;
      return made(`${what}: unable to fetch metrics from external metrics API: ${cause}`, `${name} external metric`);
    }
  }
}

function milli(text: string): number {
  const { value } = parseQuantity(text);
  return value === undefined ? 0 : Number(quantityMilliValue(value));
}
