import { type Attributes, refuseUnlessAllowed, type Verdict } from "@kiln/access";
import { StatusError } from "@kiln/api";
import type { ApiResponse } from "@kiln/wire";
import { errorResponse } from "../http/respond.ts";
import { attributesOf } from "../request/access-attributes.ts";
import type { Context } from "../request/context.ts";
import { enterIfLarge } from "../request/large-requests.ts";
import type { Filter } from "./filter.ts";
import type { FilterServices } from "./filter-services.ts";

/** Rejects requests that the authorizer does not allow. */
export function authorize({ authorizer }: Pick<FilterServices, "authorizer">): Filter {
  return {
    before(context) {
      // Authorization parses selectors, so long paths wait for the lane of large requests.
      const waiting = enterIfLarge(context, context.request.target.length);
      return waiting === undefined ? decide(context, authorizer) : waiting.then(() => decide(context, authorizer));
    },
  };
}

function decide(
  context: Context,
  authorizer: FilterServices["authorizer"],
): ApiResponse | undefined | Promise<ApiResponse | undefined> {
  const attributes = attributesOf(context.user, context.info);
  const verdict = authorizer.authorize(attributes);
  return verdict instanceof Promise
    ? verdict.then((later) => admitOrRefuse(context, attributes, later))
    : admitOrRefuse(context, attributes, verdict);
}

/**
 * Kubernetes: responses that repeat the client's path have the header X-Content-Type-Options: nosniff
 * (responsewriters/errors.go Forbidden, v1.36).
 */
function admitOrRefuse(context: Context, attributes: Attributes, verdict: Verdict): ApiResponse | undefined {
  try {
    return judge(context, attributes, verdict);
  } catch (error) {
    if (!(error instanceof StatusError) || error.status.code !== 403) {
      throw error;
    }
    const { headers, ...answer } = errorResponse(error, context.services, context.request);
    return { ...answer, headers: { ...headers, "x-content-type-options": "nosniff" } };
  }
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
