import {
  asInteger,
  asText,
  checkPathSegmentName,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  notSupported,
  objectAt,
  parseQuantity,
  quantitySign,
  required,
} from "@kiln/api";
import { validateContainerResourceName } from "../core/resource-names.ts";
import { checkLabel, checkText } from "../field-checks.ts";
import { validateReference } from "./validate-reference.ts";

export interface MetricRules {
  /** The target may be scaled to zero, so that another metric must trigger scaling up. */
  readonly isZero: boolean;
  readonly allowsAnyVersion: boolean;
}

type Validate = (source: JsonObject, path: FieldPath, rules: MetricRules) => FieldError[];

/** In the order of Kubernetes' checks. */
const SOURCES: readonly { readonly field: string; readonly type: string; readonly validate: Validate }[] = [
  { field: "object", type: "Object", validate: validateObject },
  { field: "external", type: "External", validate: validateExternal },
  { field: "pods", type: "Pods", validate: validatePods },
  { field: "resource", type: "Resource", validate: validateResource },
  { field: "containerResource", type: "ContainerResource", validate: validateContainerResource },
];
const TYPES = SOURCES.map(({ type }) => type).sort();

export function validateMetrics(metrics: readonly JsonObject[], path: FieldPath, rules: MetricRules): FieldError[] {
  const isSeen = metrics.some(({ type }) => type === "Object" || type === "External");
  return [
    ...metrics.flatMap((metric, i) => validateMetric(metric, path.index(i), rules)),
    ...(rules.isZero && !isSeen
      ? [forbidden(path, "must specify at least one Object or External metric to support scaling to zero replicas")]
      : []),
  ];
}

function validateMetric(metric: JsonObject, path: FieldPath, rules: MetricRules): FieldError[] {
  const type = asText(metric.type);
  const expected = SOURCES.find((source) => source.type === type);
  const given = SOURCES.filter(({ field }) => isJsonObject(metric[field]));
  const first = given[0];
  // Kubernetes: reports an unknown type twice (apis/autoscaling/validation/validation.go validateMetricSpec, v1.36).
  const unknown = expected === undefined ? [notSupported(path.child("type"), type, TYPES)] : [];
  return [
    ...(type === "" ? [required(path.child("type"), "must specify a metric source type")] : []),
    ...unknown,
    ...(first === undefined ? [] : first.validate(metric[first.field] as JsonObject, path.child(first.field), rules)),
    ...(expected !== undefined && !isJsonObject(metric[expected.field])
      ? [required(path.child(expected.field), "must populate information for the given metric source")]
      : []),
    ...unknown,
    ...(given.length > 1
      ? given
          .filter((source) => source !== expected)
          .map(({ field }) => forbidden(path.child(field), "must populate the given metric source only"))
      : []),
  ];
}

function validateTarget(source: JsonObject, path: FieldPath): FieldError[] {
  const { type, value, averageValue, averageUtilization } = objectAt(source, "target");
  const kind = asText(type);
  return [
    ...(kind === "" ? [required(path.child("type"), "must specify a metric target type")] : []),
    ...(["Utilization", "Value", "AverageValue"].includes(kind)
      ? []
      : [invalid(path.child("type"), kind, "must be either Utilization, Value, or AverageValue")]),
    ...(isPositive(value) ? [] : [invalid(path.child("value"), String(value), "must be positive")]),
    ...(isPositive(averageValue)
      ? []
      : [invalid(path.child("averageValue"), String(averageValue), "must be positive")]),
    ...(averageUtilization !== undefined && asInteger(averageUtilization) < 1
      ? [invalid(path.child("averageUtilization"), asInteger(averageUtilization), "must be greater than 0")]
      : []),
  ];
}

function isPositive(amount: JsonObject[string] | undefined): boolean {
  const quantity = amount === undefined ? undefined : parseQuantity(String(amount)).value;
  return quantity === undefined || quantitySign(quantity) > 0;
}

function validateIdentifier(source: JsonObject, path: FieldPath): FieldError[] {
  const { name } = objectAt(source, "metric");
  return asText(name) === ""
    ? [required(path.child("name"), "must specify a metric name")]
    : checkText(name, path.child("name"), checkPathSegmentName);
}

function validateObject(source: JsonObject, path: FieldPath, { allowsAnyVersion }: MetricRules): FieldError[] {
  const { value, averageValue } = objectAt(source, "target");
  const at = path.child("target", "averageValue");
  return [
    ...validateReference(objectAt(source, "describedObject"), path.child("describedObject"), {
      allowsAnyVersion,
      allowsNoGroup: true,
    }),
    ...validateIdentifier(source, path.child("metric")),
    ...validateTarget(source, path.child("target")),
    ...(value === undefined && averageValue === undefined
      ? [required(at, "must set either a target value or averageValue")]
      : []),
  ];
}

function validateExternal(source: JsonObject, path: FieldPath): FieldError[] {
  const { value, averageValue } = objectAt(source, "target");
  const at = path.child("target");
  return [
    ...validateIdentifier(source, path.child("metric")),
    ...validateTarget(source, at),
    ...(value === undefined && averageValue === undefined
      ? [required(at.child("averageValue"), "must set either a target value for metric or a per-pod target")]
      : []),
    ...(value !== undefined && averageValue !== undefined
      ? [forbidden(at.child("value"), "may not set both a target value for metric and a per-pod target")]
      : []),
  ];
}

function validatePods(source: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...validateIdentifier(source, path.child("metric")),
    ...validateTarget(source, path.child("target")),
    ...(objectAt(source, "target").averageValue === undefined
      ? [required(path.child("target", "averageValue"), "must specify a positive target averageValue")]
      : []),
  ];
}

function validateUse(source: JsonObject, path: FieldPath): FieldError[] {
  const { averageUtilization, averageValue } = objectAt(source, "target");
  return [
    ...validateTarget(source, path),
    ...(averageUtilization === undefined && averageValue === undefined
      ? [required(path.child("averageUtilization"), "must set either a target raw value or a target utilization")]
      : []),
    ...(averageUtilization !== undefined && averageValue !== undefined
      ? [forbidden(path.child("averageValue"), "may not set both a target raw value and a target utilization")]
      : []),
  ];
}

function validateResource(source: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...(asText(source.name) === "" ? [required(path.child("name"), "must specify a resource name")] : []),
    ...validateUse(source, path.child("target")),
  ];
}

function validateContainerResource(source: JsonObject, path: FieldPath): FieldError[] {
  const name = asText(source.name);
  return [
    ...(name === ""
      ? [required(path.child("name"), "must specify a resource name")]
      : validateContainerResourceName(name, path.child("name"))),
    ...(asText(source.container) === ""
      ? [required(path.child("container"), "must specify a container")]
      : checkLabel(source.container, path.child("container"))),
    ...validateUse(source, path.child("target")),
  ];
}
