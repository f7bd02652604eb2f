import { asText, asTexts, type JsonObject } from "@kiln/api";
import type { Resource } from "@kiln/kinds";

/** Rule with the requests that a webhook or policy matches. */
export interface RequestRule {
  readonly operations: readonly string[];
  readonly groups: readonly string[];
  readonly versions: readonly string[];
  readonly resources: readonly (readonly [resource: string, subresource: string])[];
  readonly scope: string;
  /** Names of objects; empty: all. */
  readonly names: readonly string[];
}

export function readRule(rule: JsonObject): RequestRule {
  return {
    operations: asTexts(rule.operations),
    groups: asTexts(rule.apiGroups),
    versions: asTexts(rule.apiVersions),
    resources: asTexts(rule.resources).map(splitResource),
    scope: asText(rule.scope) || "*",
    names: asTexts(rule.resourceNames),
  };
}

function splitResource(text: string): readonly [string, string] {
  const slash = text.indexOf("/");
  return slash === -1 ? [text, ""] : [text.slice(0, slash), text.slice(slash + 1)];
}

/** Attributes of a request that rules are compared with. */
interface RuledRequest {
  readonly operation: string;
  readonly resource: Resource;
  readonly subresource: string;
}

export function matchesRule(rule: RequestRule, { operation, resource, subresource }: RuledRequest): boolean {
  return (
    isListed(rule.operations, operation) &&
    isListed(rule.groups, resource.group) &&
    isListed(rule.versions, resource.version) &&
    rule.resources.some(
      ([plural, part]) =>
        (plural === "*" || plural === resource.names.plural) && (part === "*" || part === subresource),
    )
  );
}

function isListed(list: readonly string[], wanted: string): boolean {
  return list.includes("*") || list.includes(wanted);
}

/**
 * Kubernetes: Namespaces are cluster-scoped, although requests for them carry a namespace
 * (webhook/predicates/rules/rules.go scope, v1.36).
 */
export function matchesScope({ scope }: RequestRule, resource: Resource, namespace: string): boolean {
  const isNamespaced = !isNamespaceKind(resource) && namespace !== "";
  return scope === "*" || scope === (isNamespaced ? "Namespaced" : "Cluster");
}

export function isNamespaceKind({ group, names }: Resource): boolean {
  return group === "" && names.plural === "namespaces";
}
