import type { Resource } from "@kiln/kinds";
import type { AdmissionAttributes, AdmissionTarget } from "../admission-plugin.ts";
import { findMatch } from "../matching/find-match.ts";
import { isExempt } from "../matching/is-exempt.ts";
import { findSelected } from "../matching/match-selectors.ts";
import type { AdmissionWebhook } from "../registered/admission-webhook.ts";

/** Whether a rule of any of them matches the resource and operation; the object is not considered. */
export function isAnyAbout(webhooks: readonly AdmissionWebhook[], target: AdmissionTarget): boolean {
  return (
    webhooks.length > 0 &&
    !isExempt(target.resource) &&
    webhooks.some((webhook) => findMatch(webhook.rules, { target }, webhook) !== undefined)
  );
}

/**
 * The resource in whose version the webhook gets the object; undefined if it does not match. Throws where Kubernetes
 * has no equivalent.
 */
export function matchWebhook(webhook: AdmissionWebhook, attributes: AdmissionAttributes): Resource | undefined {
  const request = { target: attributes, place: attributes };
  return findSelected(webhook, attributes, () => findMatch(webhook.rules, request, webhook));
}
