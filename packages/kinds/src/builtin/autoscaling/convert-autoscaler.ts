import {
  asObjects,
  decodeJson,
  encodeUtf8,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  metadataOf,
  objectAt,
  printJson,
  setOwn,
} from "@kiln/api";
import { toMetricV1, toMetricV2 } from "./metric-forms.ts";

const PREFIX = "autoscaling.alpha.kubernetes.io/";
const METRICS = `${PREFIX}metrics`;
const STATUSES = `${PREFIX}current-metrics`;
const CONDITIONS = `${PREFIX}conditions`;
const BEHAVIOR = `${PREFIX}behavior`;
export const ROUND_TRIP: readonly string[] = [METRICS, STATUSES, CONDITIONS, BEHAVIOR];

/**
 * Converts the object in place and returns it. Fields that v1 lacks are stored in annotations, and restored from them.
 */
export function convertAutoscaler(object: JsonObject, apiVersion: string): JsonObject {
  return apiVersion === "autoscaling/v1" ? toV1(object) : toV2(object);
}

function isCpu(metric: JsonObject): boolean {
  return metric.type === "Resource" && objectAt(metric, "resource").name === "cpu";
}

/** Converts a v2 autoscaler to v1, in place. */
function toV1(object: JsonObject): JsonObject {
  const spec = objectAt(object, "spec");
  const status = objectAt(object, "status");
  const metrics = asObjects(spec.metrics);
  const statuses = asObjects(status.currentMetrics);
  const utilizationOf = (metric: JsonObject) => objectAt(metric, "resource", "target").averageUtilization;
  const cpu = metrics.filter((metric) => isCpu(metric) && utilizationOf(metric) !== undefined);
  const others = metrics.filter((metric) => !cpu.includes(metric)).map((metric) => toMetricV1(metric, "target"));
  setAnnotations(object, [
    [METRICS, others],
    [STATUSES, statuses.map((metric) => toMetricV1(metric, "current"))],
    [BEHAVIOR, isJsonObject(spec.behavior) ? capitalize(spec.behavior) : undefined],
    [CONDITIONS, asObjects(status.conditions)],
  ]);
  setField(spec, "targetCPUUtilizationPercentage", cpu[0] && utilizationOf(cpu[0]));
  const currents = statuses.filter(isCpu).map((metric) => objectAt(metric, "resource", "current"));
  setField(status, "currentCPUUtilizationPercentage", currents.at(-1)?.averageUtilization);
  for (const field of ["metrics", "behavior"]) {
    delete spec[field];
  }
  for (const field of ["currentMetrics", "conditions"]) {
    delete status[field];
  }
  return object;
}

/** Converts a v1 autoscaler to v2, in place. */
function toV2(object: JsonObject): JsonObject {
  const spec = objectAt(object, "spec");
  const status = objectAt(object, "status");
  const annotations = objectAt(metadataOf(object), "annotations");
  const read = (name: string) => readAnnotation(annotations[name]);
  const cpu = spec.targetCPUUtilizationPercentage;
  const metrics = [
    ...asObjects(read(METRICS)).map((metric) => toMetricV2(metric, "target")),
    ...(cpu === undefined ? [] : [cpuMetric("target", { type: "Utilization", averageUtilization: cpu })]),
  ];
  setField(spec, "metrics", metrics.length === 0 ? undefined : metrics);
  const behavior = read(BEHAVIOR);
  setField(spec, "behavior", isJsonObject(behavior) ? uncapitalize(behavior) : undefined);
  const current = status.currentCPUUtilizationPercentage;
  const statuses = read(STATUSES);
  if (statuses !== undefined) {
    status.currentMetrics = asObjects(statuses).map((metric) => toMetricV2(metric, "current"));
  } else if (current !== undefined) {
    status.currentMetrics = [cpuMetric("current", { averageUtilization: current })];
  }
  setField(status, "conditions", read(CONDITIONS));
  delete spec.targetCPUUtilizationPercentage;
  delete status.currentCPUUtilizationPercentage;
  setAnnotations(object, []);
  return object;
}

function cpuMetric(field: "target" | "current", value: JsonObject): JsonObject {
  return { type: "Resource", resource: { name: "cpu", [field]: value } };
}

/** Replaces the annotations with fields of other versions by these, except empty ones. */
function setAnnotations(object: JsonObject, entries: readonly (readonly [string, JsonValue | undefined])[]): void {
  const metadata = metadataOf(object);
  const annotations = { ...objectAt(metadata, "annotations") };
  for (const name of ROUND_TRIP) {
    delete annotations[name];
  }
  for (const [name, value] of entries) {
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) {
      setOwn(annotations, name, printJson(value));
    }
  }
  setField(metadata, "annotations", Object.keys(annotations).length === 0 ? undefined : annotations);
}

function readAnnotation(text: JsonValue | undefined): JsonValue | undefined {
  try {
    return typeof text === "string" ? decodeJson(encodeUtf8(text)).value : undefined;
  } catch {
    // Kubernetes: an annotation that does not decode is ignored (apis/autoscaling/v1/conversion.go
    // Convert_v1_HorizontalPodAutoscaler_To_autoscaling_HorizontalPodAutoscaler, v1.36).
    return undefined;
  }
}

const RULES = ["StabilizationWindowSeconds", "SelectPolicy", "Policies", "Tolerance"];

/**
 * Kubernetes: `behavior` is encoded with Go's field names and with its nulls (autoscaling/v1/conversion.go
 * Convert_autoscaling_HorizontalPodAutoscaler_To_v1_HorizontalPodAutoscaler, v1.36).
 */
function capitalize(behavior: JsonObject): JsonObject {
  const rules = (given: JsonValue | undefined): JsonValue =>
    isJsonObject(given)
      ? Object.fromEntries(
          RULES.map((name) => [name, name === "Policies" ? policies(given) : (given[lower(name)] ?? null)]),
        )
      : null;
  const policies = (given: JsonObject): JsonValue =>
    asObjects(given.policies).map(({ type = "", value = 0, periodSeconds = 0 }) => ({
      Type: type,
      Value: value,
      PeriodSeconds: periodSeconds,
    }));
  return { ScaleUp: rules(behavior.scaleUp), ScaleDown: rules(behavior.scaleDown) };
}

function uncapitalize(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return value.map(uncapitalize);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const kept = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(kept.map(([name, inner]) => [lower(name), uncapitalize(inner)]));
}

function lower(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Sets a field, or removes it if the value is undefined. */
function setField(object: JsonObject, name: string, value: JsonValue | undefined): void {
  if (value === undefined) {
    delete object[name];
  } else {
    setOwn(object, name, value);
  }
}
