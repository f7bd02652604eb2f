import type { Resource } from "@kiln/kinds";
import type { AdmissionAttributes, AdmissionTarget } from "../admission-plugin.ts";
import { findMatch } from "../matching/find-match.ts";
import { isExempt } from "../matching/is-exempt.ts";
import { findSelected } from "../matching/match-selectors.ts";
import type { RequestConstraints } from "../registered/admission-policy.ts";
import type { BoundPolicy } from "../registered/policy-projection.ts";

/** Whether a rule of any policy matches resource and operation, without regard to the object. */
export function isAnyAbout(policies: readonly BoundPolicy[], target: AdmissionTarget): boolean {
  return (
    policies.length > 0 &&
    !isExempt(target.resource) &&
    policies.some(({ policy: { constraints } }) => findMatch(constraints.rules, { target }, constraints) !== undefined)
  );
}

/**
 * Resource in whose version the policy matches the object; undefined if it does not match. Throws if Kubernetes has no
 * equivalent resource.
 */
export function matchConstraints(
  constraints: RequestConstraints,
  attributes: AdmissionAttributes,
): Resource | undefined {
  const request = { target: attributes, place: attributes };
  return findSelected(constraints, attributes, () => {
    if (findMatch(constraints.excluded, request, constraints) !== undefined) {
      return undefined;
    }
    return constraints.rules.length === 0 ? attributes.resource : findMatch(constraints.rules, request, constraints);
  });
}
