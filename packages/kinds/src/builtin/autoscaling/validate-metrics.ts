import {
  asNamedString,
  asText,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  notSupported,
  objectAt,
  parseQuantity,
  quantitySign,
  required,
} from "@kiln/api";
import { validateContainerResourceName } from "../core/resource-names.ts";
import { type CheckFields, type FieldRules, fieldRules } from "../field-rules.ts";
import { validateReference } from "./validate-reference.ts";

export interface MetricRules {
  /** True if minReplicas is 0: a metric that does not come from Pods must then trigger scaling up. */
  readonly isZero: boolean;
  readonly allowsAnyVersion: boolean;
}

function isPositive(amount: JsonValue | undefined): boolean {
  const quantity = amount === undefined ? undefined : parseQuantity(String(amount)).value;
  return quantity === undefined || quantitySign(quantity) > 0;
}

function checkPositiveAmount(amount: JsonValue | undefined, path: FieldPath): FieldError[] {
  return isPositive(amount) ? [] : [invalid(path, String(amount), "must be positive")];
}

const TARGET_TYPES = ["Utilization", "Value", "AverageValue"];

function checkTargetType(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const type = asText(value);
  return TARGET_TYPES.includes(type)
    ? []
    : [asNamedString(invalid(path, type, "must be either Utilization, Value, or AverageValue"))];
}

const NAMED = { "metric.name": "required=must specify a metric name;segment" };
const TARGET: FieldRules = {
  target: [
    { type: "required=must specify a metric target type" },
    {
      type: checkTargetType,
      "value,averageValue": ["pointer", checkPositiveAmount],
      averageUtilization: "pointer;min=1 must be greater than 0",
    },
  ],
};

/** Validates that exactly one of two fields of a target is set. */
function oneOfTarget(
  fields: readonly [first: string, second: string],
  { none, both }: { readonly none: string; readonly both?: string },
): CheckFields<MetricRules> {
  const [first, second] = fields;
  return ({ target }, path) => {
    const set = fields.filter((field) => objectAt(target)[field] !== undefined);
    if (set.length === 0) {
      return [required(path.child("target", second), none)];
    }
    return set.length === 2 && both !== undefined ? [forbidden(path.child("target", first), both)] : [];
  };
}

const checkObject = fieldRules<MetricRules>(
  ({ describedObject }, path, { given }) =>
    validateReference(objectAt(describedObject), path.child("describedObject"), {
      allowsAnyVersion: given?.allowsAnyVersion === true,
      allowsNoGroup: true,
    }),
  NAMED,
  TARGET,
  oneOfTarget(["value", "averageValue"], { none: "must set either a target value or averageValue" }),
);
const checkExternal = fieldRules<MetricRules>(
  NAMED,
  TARGET,
  oneOfTarget(["value", "averageValue"], {
    none: "must set either a target value for metric or a per-pod target",
    both: "may not set both a target value for metric and a per-pod target",
  }),
);
const checkPods = fieldRules<MetricRules>(NAMED, TARGET, {
  "target.averageValue": "present=must specify a positive target averageValue",
});
const checkUse = oneOfTarget(["averageValue", "averageUtilization"], {
  none: "must set either a target raw value or a target utilization",
  both: "may not set both a target raw value and a target utilization",
});
const checkResource = fieldRules<MetricRules>({ name: "required=must specify a resource name" }, TARGET, checkUse);
const checkContainerResource = fieldRules<MetricRules>(
  {
    name: ["required=must specify a resource name", validateContainerResourceName],
    container: "required=must specify a container;label",
  },
  TARGET,
  checkUse,
);

/** Sources of metrics, in the order of Kubernetes' checks. */
const SOURCES: readonly {
  readonly field: string;
  readonly type: string;
  readonly validate: CheckFields<MetricRules>;
}[] = [
  { field: "object", type: "Object", validate: checkObject },
  { field: "external", type: "External", validate: checkExternal },
  { field: "pods", type: "Pods", validate: checkPods },
  { field: "resource", type: "Resource", validate: checkResource },
  { field: "containerResource", type: "ContainerResource", validate: checkContainerResource },
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
  const unknown = expected === undefined ? [asNamedString(notSupported(path.child("type"), type, TYPES))] : [];
  return [
    ...(type === "" ? [required(path.child("type"), "must specify a metric source type")] : []),
    ...unknown,
    ...(first === undefined
      ? []
      : first.validate(metric[first.field] as JsonObject, path.child(first.field), { given: rules })),
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
