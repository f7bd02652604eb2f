import type { Resource } from "../../resources/resource.ts";
import type { AdmissionAttributes, AdmissionTarget } from "../admission-plugin.ts";
import { findMatch } from "../matching/find-match.ts";
import { isExempt } from "../matching/is-exempt.ts";
import { matchNamespace, matchObject } from "../matching/match-selectors.ts";
import type { RequestConstraints } from "./admission-policy.ts";
import type { BoundPolicy } from "./policy-projection.ts";

/** Whether a rule of any of them is about such requests at all; the object itself is another matter. */
export function isAnyAbout(policies: readonly BoundPolicy[], target: AdmissionTarget): boolean {
  return (
    policies.length > 0 &&
    !isExempt(target.resource) &&
    policies.some(({ policy: { constraints } }) => findMatch(constraints.rules, { target }, constraints) !== undefined)
  );
}

/** The resource in whose version the object is looked at; undefined if it is not. Throws where Kubernetes does not know. */
export function matchConstraints(
  constraints: RequestConstraints,
  attributes: AdmissionAttributes,
): Resource | undefined {
  const byNamespace = matchNamespace(constraints.namespaceSelector, attributes);
  const byObject = byNamespace === false ? false : matchObject(constraints.objectSelector, attributes);
  if (byNamespace === false || byObject === false) {
    return undefined;
  }
  const request = { target: attributes, place: attributes };
  if (findMatch(constraints.excluded, request, constraints) !== undefined) {
    return undefined;
  }
  const resource =
    constraints.rules.length === 0 ? attributes.resource : findMatch(constraints.rules, request, constraints);
  if (resource === undefined) {
    return undefined;
  }
  for (const verdict of [byNamespace, byObject]) {
    if (verdict !== true) {
      throw verdict;
    }
  }
  return resource;
}
