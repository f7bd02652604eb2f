import { isJsonObject, type JsonObject, type JsonValue, objectsAt, textAt } from "@kiln/api";
import { coversUrl } from "@kiln/kinds";
import type { Attributes } from "../authorization/authorizer.ts";

/** Audit levels, in ascending order. */
export const AUDIT_LEVELS = ["None", "Metadata", "Request", "RequestResponse"] as const;
export type AuditLevel = (typeof AUDIT_LEVELS)[number];

const AUDIT_STAGES = ["RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"] as const;
export type AuditStage = (typeof AUDIT_STAGES)[number];

/** Audit level and stages of one request. */
export interface AuditDecision {
  readonly level: AuditLevel;
  readonly omitStages: readonly string[];
  readonly omitManagedFields: boolean;
}

interface AuditRule extends AuditDecision {
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly verbs: readonly string[];
  readonly namespaces: readonly string[];
  readonly resources: readonly { group: string; resources: readonly string[]; resourceNames: readonly string[] }[];
  readonly nonResourceURLs: readonly string[];
}

/** Audit level and stages of a request; the first matching rule decides. */
export type AuditPolicy = (attributes: Attributes) => AuditDecision;

/** Creates the policy from a Policy of audit.k8s.io/v1. Throws an Error with the reason if it is invalid. */
export function createAuditPolicy(policy: JsonObject): AuditPolicy {
  const omitStages = textsAt(policy, "omitStages");
  const omitManagedFields = policy.omitManagedFields === true;
  const rules = objectsAt(policy, "rules").map((rule, i) => readRule(rule, { omitStages, omitManagedFields, i }));
  if (rules.length === 0) {
    throw new Error("an audit policy needs at least one rule");
  }
  const nothing: AuditDecision = { level: "None", omitStages, omitManagedFields };
  return (attributes) => rules.find((rule) => matches(rule, attributes)) ?? nothing;
}

function readRule(rule: JsonObject, policy: Omit<AuditDecision, "level"> & { readonly i: number }): AuditRule {
  const level = AUDIT_LEVELS.find((known) => known === rule.level);
  if (level === undefined) {
    throw new Error(`rules[${policy.i}].level of an audit policy must be one of ${AUDIT_LEVELS.join(", ")}`);
  }
  const omitStages = [...new Set([...policy.omitStages, ...textsAt(rule, "omitStages")])];
  const unknown = omitStages.find((stage) => !AUDIT_STAGES.some((known) => known === stage));
  if (unknown !== undefined) {
    throw new Error(`an audit policy knows the stages ${AUDIT_STAGES.join(", ")}, not "${unknown}"`);
  }
  return {
    level,
    omitStages,
    omitManagedFields:
      rule.omitManagedFields === undefined ? policy.omitManagedFields : rule.omitManagedFields === true,
    users: textsAt(rule, "users"),
    userGroups: textsAt(rule, "userGroups"),
    verbs: textsAt(rule, "verbs"),
    namespaces: textsAt(rule, "namespaces"),
    nonResourceURLs: textsAt(rule, "nonResourceURLs"),
    resources: objectsAt(rule, "resources").map((each) => ({
      group: textAt(each, "group"),
      resources: textsAt(each, "resources"),
      resourceNames: textsAt(each, "resourceNames"),
    })),
  };
}

function textsAt(object: JsonObject, field: string): string[] {
  const value: JsonValue | undefined = isJsonObject(object) ? object[field] : undefined;
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Whether a list of a rule allows the value; an empty list allows all. */
function allows(list: readonly string[], value: string): boolean {
  return list.length === 0 || list.includes(value);
}

function matches(rule: AuditRule, attributes: Attributes): boolean {
  const { user, verb, isResource, namespace, path } = attributes;
  const isAbout =
    allows(rule.users, user.name) &&
    (rule.userGroups.length === 0 || user.groups.some((group) => rule.userGroups.includes(group))) &&
    allows(rule.verbs, verb);
  if (!isAbout) {
    return false;
  }
  if (rule.namespaces.length > 0 || rule.resources.length > 0) {
    return isResource && allows(rule.namespaces, namespace) && matchesResource(rule, attributes);
  }
  return rule.nonResourceURLs.length === 0 || (!isResource && rule.nonResourceURLs.some((url) => coversUrl(url, path)));
}

function matchesResource({ resources }: AuditRule, { group, resource, subresource, name }: Attributes): boolean {
  const wanted = subresource === "" ? [resource] : [`${resource}/${subresource}`, `*/${subresource}`];
  const names = ["*", `${resource}/*`, ...wanted];
  return (
    resources.length === 0 ||
    resources.some(
      (each) =>
        (each.group === group || each.group === "*") &&
        (each.resources.length === 0 ||
          (allows(each.resourceNames, name) && each.resources.some((known) => names.includes(known)))),
    )
  );
}
