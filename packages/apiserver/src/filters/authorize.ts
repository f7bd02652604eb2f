import { attributesOf } from "../authorization/attributes-of.ts";
import type { Attributes, Verdict } from "../authorization/authorizer.ts";
import { refuseUnlessAllowed } from "../authorization/require-allowed.ts";
import type { Context } from "../context.ts";
import type { Services } from "../services.ts";
import type { Filter } from "./filter.ts";

/** Lets through what the user may do. */
export function authorize({ authorizer }: Pick<Services, "authorizer">): Filter {
  return {
    before(context) {
      const attributes = attributesOf(context.user, context.info);
      const verdict = authorizer.authorize(attributes);
      return verdict instanceof Promise
        ? verdict.then((later) => judge(context, attributes, later))
        : judge(context, attributes, verdict);
    },
  };
}

function judge(context: Context, attributes: Attributes, verdict: Verdict): undefined {
  if (context.audit !== undefined) {
    context.auditAnnotations ??= new Map();
    const isAllowed = verdict.decision === "allow";
    if (isAllowed || verdict.error === undefined) {
      context.auditAnnotations.set("authorization.k8s.io/decision", isAllowed ? "allow" : "forbid");
    }
    const reason = isAllowed || verdict.error === undefined ? verdict.reason : "internal error";
    context.auditAnnotations.set("authorization.k8s.io/reason", reason);
  }
  return refuseUnlessAllowed(attributes, verdict);
}
