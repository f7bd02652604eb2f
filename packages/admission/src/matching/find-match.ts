import type { Resource } from "@kiln/kinds";
import type { AdmissionTarget } from "../admission-plugin.ts";
import type { AdmissionServices } from "../admission-services.ts";
import { matchesRule, matchesScope, type RequestRule } from "../registered/request-rule.ts";

/** Attributes of a request that rules match; without namespace and name, rules match any scope and name. */
export interface MatchedRequest {
  readonly target: AdmissionTarget;
  readonly place?: { readonly namespace: string; readonly name: string };
}

/** Resource whose version a rule matches: that of the request, or an equivalent one; undefined if no rule matches. */
export function findMatch(
  rules: readonly RequestRule[],
  { target, place }: MatchedRequest,
  { matchesEquivalents }: { readonly matchesEquivalents: boolean },
): Resource | undefined {
  const matches = (rule: RequestRule, resource: Resource) =>
    matchesRule(rule, { ...target, resource }) &&
    (place === undefined ||
      (matchesScope(rule, resource, place.namespace) && (rule.names.length === 0 || rule.names.includes(place.name))));
  if (rules.some((rule) => matches(rule, target.resource))) {
    return target.resource;
  }
  if (!matchesEquivalents) {
    return undefined;
  }
  const equivalents = equivalentsOf(target.resource, target.services);
  for (const rule of rules) {
    const found = equivalents.find((other) => matches(rule, other));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** The same resource in other versions. */
function equivalentsOf(resource: Resource, { registry }: AdmissionServices): Resource[] {
  const { group, version, names, storage } = resource;
  const versions = registry.versionsOf(group).filter((served) => served.version !== version);
  return versions.flatMap(({ resources }) => {
    const other = resources.get(names.plural);
    return other !== undefined && other.storage.prefix === storage.prefix ? [other] : [];
  });
}
