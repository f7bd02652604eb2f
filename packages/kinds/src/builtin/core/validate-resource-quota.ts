import {
  asNamedString,
  asObjects,
  asText,
  asTexts,
  compareQuantities,
  FIELD_IMMUTABLE,
  type FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  invalid,
  isJsonObject,
  type JsonObject,
  objectAt,
  once,
  printQuantity,
  required,
} from "@kiln/api";
import { printGoStruct } from "../../go/print-go-struct.ts";
import { MAX_CROSS_ERRORS } from "../find-repeats.ts";
import { amountOf, checkAmount, checkAmounts } from "./check-amount.ts";
import { isHugePages, validateResourceName } from "./resource-names.ts";

const SPEC = fieldPath("spec");

/** Resources of Pods, in the order of the checks. */
const OF_PODS = ["cpu", "limits.cpu", "limits.memory", "memory", "pods", "requests.cpu", "requests.memory"];

const COUNTED: ReadonlySet<string> = new Set([
  ...OF_PODS,
  "configmaps",
  "ephemeral-storage",
  "limits.ephemeral-storage",
  "persistentvolumeclaims",
  "replicationcontrollers",
  "requests.ephemeral-storage",
  "requests.storage",
  "resourcequotas",
  "secrets",
  "services",
  "services.loadbalancers",
  "services.nodeports",
]);

/** Resources that each scope may limit. */
const SCOPES: ReadonlyMap<string, readonly string[]> = new Map([
  ["BestEffort", ["pods"]],
  ["CrossNamespacePodAffinity", OF_PODS],
  ["NotBestEffort", OF_PODS],
  ["NotTerminating", OF_PODS],
  ["PriorityClass", OF_PODS],
  ["Terminating", OF_PODS],
  ["VolumeAttributesClass", ["persistentvolumeclaims", "requests.storage"]],
]);

const CONTRARY = [
  ["BestEffort", "NotBestEffort"],
  ["NotTerminating", "Terminating"],
];

export function validateResourceQuota(quota: JsonObject): FieldError[] {
  const spec = objectAt(quota, "spec");
  return [
    ...checkHard(objectAt(spec, "hard"), SPEC.child("hard")),
    ...validateScopes(spec),
    ...(isJsonObject(spec.scopeSelector) ? validateSelector(spec, spec.scopeSelector) : []),
  ];
}

export function validateQuotaStatus(quota: JsonObject): FieldError[] {
  const status = objectAt(quota, "status");
  return ["hard", "used"].flatMap((field) => checkHard(objectAt(status, field), fieldPath("status", field)));
}

function isCounted(name: string): boolean {
  return COUNTED.has(name) || isHugePages(name) || name.startsWith("requests.hugepages-");
}

function checkHard(hard: JsonObject, path: FieldPath): FieldError[] {
  return checkAmounts(hard, (name, amount) => {
    const at = path.key(name);
    return [
      ...validateResourceName(name, at),
      ...(name.includes("/") || isCounted(name) ? [] : [invalid(at, name, "must be a standard resource for quota")]),
      ...checkAmount(name, amount, at),
    ];
  });
}

/** Returns a function: resources of the quota that a scope cannot limit, in their order. */
function findUnscoped(spec: JsonObject): (scope: string) => readonly string[] {
  const counted = Object.keys(objectAt(spec, "hard")).filter(isCounted).sort();
  const unscoped = new Map(
    [...SCOPES].map(([scope, allowed]) => [
      scope,
      once(() => counted.filter((name) => !allowed.includes(name)).slice(0, MAX_CROSS_ERRORS)),
    ]),
  );
  return (scope) => unscoped.get(scope)?.() ?? [];
}

function findContrary(scopes: readonly string[]): readonly (readonly string[])[] {
  return CONTRARY.filter((pair) => pair.every((scope) => scopes.includes(scope)));
}

function validateScopes(spec: JsonObject): FieldError[] {
  const path = SPEC.child("scopes");
  const scopes = asTexts(spec.scopes);
  const refuse = (why: string) => invalid(path, scopes, why);
  const unscoped = findUnscoped(spec);
  return [
    ...scopes.flatMap((scope) => [
      ...(SCOPES.has(scope) ? [] : [refuse("unsupported scope")]),
      ...unscoped(scope).map(() => refuse("unsupported scope applied to resource")),
    ]),
    ...findContrary(scopes).map(() => refuse("conflicting scopes")),
  ];
}

const EXISTS_ALONE =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";
const WITH_VALUES = ["PriorityClass", "VolumeAttributesClass"];

function validateSelector(spec: JsonObject, selector: JsonObject): FieldError[] {
  const path = SPEC.child("scopeSelector", "matchExpressions");
  const expressions = asObjects(selector.matchExpressions);
  const printed = printGoStruct("core/v1.ScopeSelector", selector);
  const names = expressions.map(({ scopeName }) => asText(scopeName));
  const scopes = asTexts(spec.scopes);
  const unscoped = findUnscoped(spec);
  return [
    ...expressions.flatMap(({ scopeName, operator, values }) => {
      const [scope, given] = [asText(scopeName), asText(operator)];
      const needsExists = SCOPES.has(scope) && !WITH_VALUES.includes(scope) && given !== "Exists";
      return [
        ...(SCOPES.has(scope) ? [] : [invalid(path.child("scopeName"), scope, "unsupported scope")]),
        ...unscoped(scope).map(() => ({
          ...invalid(path, selector, "unsupported scope applied to resource"),
          printed,
        })),
        ...(needsExists ? [invalid(path.child("operator"), given, EXISTS_ALONE)] : []),
        ...checkOperator(given, asTexts(values), path),
      ];
    }),
    // Kubernetes: prints spec.scopes, not the scope selector (core/validation/validation.go
    // validateScopedResourceSelectorRequirement, v1.36).
    ...findContrary(names).map(() => invalid(path, scopes.length === 0 ? null : scopes, "conflicting scopes")),
  ];
}

function checkOperator(operator: string, values: readonly string[], path: FieldPath): FieldError[] {
  const at = path.child("values");
  switch (operator) {
    case "In":
    case "NotIn":
      return values.length === 0
        ? [required(at, "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector")]
        : [];
    case "Exists":
    case "DoesNotExist":
      return values.length === 0
        ? []
        : [
            invalid(
              at,
              [...values],
              "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
            ),
          ];
    default:
      return [asNamedString(invalid(path.child("operator"), operator, "not a valid selector operator"))];
  }
}

/** Rejects changes of scopes, except in their order. */
export function validateScopesKept(quota: JsonObject, old: JsonObject): FieldError[] {
  const scopes = asTexts(objectAt(quota, "spec").scopes);
  const sorted = (texts: readonly string[]) => [...new Set(texts)].sort().join();
  return sorted(scopes) === sorted(asTexts(objectAt(old, "spec").scopes))
    ? []
    : [invalid(SPEC.child("scopes"), scopes.length === 0 ? null : scopes, FIELD_IMMUTABLE)];
}

/** Warns on create of requests above the limit of the same resource. */
export function warnOfQuota(quota: JsonObject, old?: JsonObject): string[] {
  const hard = old === undefined ? objectAt(quota, "spec", "hard") : {};
  return ["cpu", "memory", "storage", "ephemeral-storage"].flatMap((name) => {
    const isShort = name === "cpu" || name === "memory";
    const asked = getOwn(hard, `requests.${name}`) === undefined && isShort ? name : `requests.${name}`;
    const [request, limit] = [amountOf(getOwn(hard, asked)), amountOf(getOwn(hard, `limits.${name}`))];
    return request !== undefined && limit !== undefined && compareQuantities(request, limit) > 0
      ? [
          `ResourceQuota ${asked} (${printQuantity(request)}) should be less than limits.${name} (${printQuantity(limit)})`,
        ]
      : [];
  });
}
