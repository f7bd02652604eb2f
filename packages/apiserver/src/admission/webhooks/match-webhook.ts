import type { Resource } from "../../resources/resource.ts";
import type { AdmissionAttributes, AdmissionTarget } from "../admission-plugin.ts";
import { findMatch } from "../matching/find-match.ts";
import { isExempt } from "../matching/is-exempt.ts";
import { matchNamespace, matchObject } from "../matching/match-selectors.ts";
import type { AdmissionWebhook } from "./admission-webhook.ts";

/** Whether a rule of any of them is about such requests at all; the object itself is another matter. */
export function isAnyAbout(webhooks: readonly AdmissionWebhook[], target: AdmissionTarget): boolean {
  return (
    webhooks.length > 0 &&
    !isExempt(target.resource) &&
    webhooks.some((webhook) => findMatch(webhook.rules, { target }, webhook) !== undefined)
  );
}

/**
 * The resource in whose version the webhook wants to see the object; undefined if it does not want to. Throws where
 * Kubernetes does not know.
 */
export function matchWebhook(webhook: AdmissionWebhook, attributes: AdmissionAttributes): Resource | undefined {
  const byNamespace = matchNamespace(webhook.namespaceSelector, attributes);
  const byObject = byNamespace === false ? false : matchObject(webhook.objectSelector, attributes);
  if (byNamespace === false || byObject === false) {
    return undefined;
  }
  const resource = findMatch(webhook.rules, { target: attributes, place: attributes }, webhook);
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
