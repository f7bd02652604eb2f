import { statusFromPlainError } from "@kiln/api";
import type { Attributes, Authorizer, Verdict } from "./authorizer.ts";
import { forbidden } from "./forbidden.ts";

/** Throws a 403 unless the request is allowed; returns a promise only if a webhook was called. */
export function requireAllowed(
  { authorizer }: { readonly authorizer: Authorizer },
  attributes: Attributes,
): undefined | Promise<undefined> {
  const verdict = authorizer.authorize(attributes);
  return verdict instanceof Promise
    ? verdict.then((later) => refuseUnlessAllowed(attributes, later))
    : refuseUnlessAllowed(attributes, verdict);
}

/** Throws a 403 unless the decision is `allow`. */
export function refuseUnlessAllowed(attributes: Attributes, { decision, reason, error }: Verdict): undefined {
  if (decision === "allow") {
    return undefined;
  }
  throw error === undefined ? forbidden(attributes, reason) : statusFromPlainError(error);
}
