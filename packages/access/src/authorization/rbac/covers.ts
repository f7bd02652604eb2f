import { appendAll } from "@kiln/api";
import { coversUrl, type PolicyRule } from "@kiln/kinds";

/**
 * Parts of `wanted` that `owned` does not cover, each with one verb, one resource and one name: such a part is covered
 * by a single rule or not at all.
 */
export function findUncovered(owned: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  return wanted.flatMap(splitRule).filter((part) => !owned.some((rule) => coversPart(rule, part)));
}

function splitRule(rule: PolicyRule): PolicyRule[] {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule;
  const names = resourceNames.length === 0 ? [[]] : resourceNames.map((name) => [name]);
  const parts: PolicyRule[] = [];
  for (const group of apiGroups) {
    for (const resource of resources) {
      for (const verb of verbs) {
        const part = { verbs: [verb], apiGroups: [group], resources: [resource], nonResourceURLs: [] };
        appendAll(
          parts,
          names.map((name) => ({ ...part, resourceNames: name })),
        );
      }
    }
  }
  for (const url of nonResourceURLs) {
    const part = { apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [url] };
    appendAll(
      parts,
      verbs.map((verb) => ({ ...part, verbs: [verb] })),
    );
  }
  return parts;
}

function coversPart(rule: PolicyRule, part: PolicyRule): boolean {
  return (
    coversAll(rule.verbs, part.verbs) &&
    coversAll(rule.apiGroups, part.apiGroups) &&
    part.resources.every((resource) => coversResource(rule.resources, resource)) &&
    part.nonResourceURLs.every((path) => rule.nonResourceURLs.some((url) => coversUrl(url, path))) &&
    coversNames(rule.resourceNames, part.resourceNames)
  );
}

function coversAll(owned: readonly string[], wanted: readonly string[]): boolean {
  return owned.includes("*") || wanted.every((item) => owned.includes(item));
}

function coversResource(owned: readonly string[], resource: string): boolean {
  const slash = resource.indexOf("/");
  return coversAll(owned, [resource]) || (slash >= 0 && owned.includes(`*${resource.slice(slash)}`));
}

/** Whether a rule's names cover others; no names means all names. */
function coversNames(owned: readonly string[], wanted: readonly string[]): boolean {
  return owned.length === 0 || (wanted.length > 0 && wanted.every((name) => owned.includes(name)));
}
