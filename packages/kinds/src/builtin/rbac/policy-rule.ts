import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";

/** One rule of a role. Rules only allow, and never deny. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  /** Names that the rule applies to; empty: all. */
  readonly resourceNames: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

const EVERY = "*";

/** Parses the rules of a role; skips malformed ones. */
export function readRules(rules: JsonValue | undefined): PolicyRule[] {
  return Array.isArray(rules) ? rules.filter(isJsonObject).map(readRule) : [];
}

export function readRule(rule: JsonObject): PolicyRule {
  return {
    verbs: readStrings(getOwn(rule, "verbs")),
    apiGroups: readStrings(getOwn(rule, "apiGroups")),
    resources: readStrings(getOwn(rule, "resources")),
    resourceNames: readStrings(getOwn(rule, "resourceNames")),
    nonResourceURLs: readStrings(getOwn(rule, "nonResourceURLs")),
  };
}

function readStrings(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** JSON of a rule without empty fields. */
export function writeRule(rule: PolicyRule): JsonObject {
  return {
    verbs: [...rule.verbs],
    ...(rule.apiGroups.length === 0 ? {} : { apiGroups: [...rule.apiGroups] }),
    ...(rule.resources.length === 0 ? {} : { resources: [...rule.resources] }),
    ...(rule.resourceNames.length === 0 ? {} : { resourceNames: [...rule.resourceNames] }),
    ...(rule.nonResourceURLs.length === 0 ? {} : { nonResourceURLs: [...rule.nonResourceURLs] }),
  };
}

/** Attributes of a request that rules are compared with. */
export interface RuleSubject {
  readonly verb: string;
  readonly isResource: boolean;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly path: string;
}

/** Whether the rule covers a request, its object name aside. */
export function ruleCoversKind(rule: PolicyRule, attributes: RuleSubject): boolean {
  const { verb, isResource, group, resource, subresource, path } = attributes;
  if (!has(rule.verbs, verb)) {
    return false;
  }
  return isResource
    ? has(rule.apiGroups, group) && coversResource(rule.resources, resource, subresource)
    : rule.nonResourceURLs.some((url) => coversUrl(url, path));
}

export function ruleCoversName({ resourceNames }: PolicyRule, name: string): boolean {
  return resourceNames.length === 0 || resourceNames.includes(name);
}

function has(list: readonly string[], wanted: string): boolean {
  return list.includes(EVERY) || list.includes(wanted);
}

function coversResource(resources: readonly string[], resource: string, subresource: string): boolean {
  if (subresource === "") {
    return has(resources, resource);
  }
  return has(resources, `${resource}/${subresource}`) || resources.includes(`${EVERY}/${subresource}`);
}

/** Whether a rule's URL covers a path; a trailing star matches any suffix. */
export function coversUrl(url: string, path: string): boolean {
  return url === path || (url.endsWith(EVERY) && path.startsWith(url.replace(/\*+$/, "")));
}
