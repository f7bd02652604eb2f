import type { Resource } from "@kiln/kinds";
import type { AdmissionAttributes, AdmissionTarget } from "../admission-plugin.ts";
import { findMatch } from "../matching/find-match.ts";
import { isExempt } from "../matching/is-exempt.ts";
import { findSelected } from "../matching/match-selectors.ts";
import type { AdmissionWebhook } from "../registered/admission-webhook.ts";

/** Whether a rule of any webhook matches resource and operation, without regard to the object. */
export function isAnyAbout(webhooks: readonly AdmissionWebhook[], target: AdmissionTarget): boolean {
  return (
    webhooks.length > 0 &&
    !isExempt(target.resource) &&
    webhooks.some((webhook) => findMatch(webhook.rules, { target }, webhook) !== undefined)
  );
}

/**
 * Resource in whose version the webhook gets the object; undefined if it does not match. Throws if Kubernetes has no
 * equivalent resource.
 */
export function matchWebhook(webhook: AdmissionWebhook, attributes: AdmissionAttributes): Resource | undefined {
  const request = { target: attributes, place: attributes };
  return findSelected(webhook, attributes, () => findMatch(webhook.rules, request, webhook));
}
