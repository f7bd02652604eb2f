import { type JsonObject, objectAt, statusBadRequest, textAt } from "@kiln/api";
import type { Declaration } from "@kiln/kinds";
import type { NonResourceRule, ResourceRule } from "../authorization/authorizer.ts";
import { printErrors } from "../authorization/authorizer-chain.ts";
import type { ReviewContext } from "./review-context.ts";

/** SelfSubjectRulesReview: lists the rules of the requesting user in a namespace. */
export const selfSubjectRulesReview: Declaration = {
  resource: "selfsubjectrulesreviews.authorization.k8s.io",
  strategy: () => ({
    answer(object, { user, services }: ReviewContext) {
      const namespace = textAt(objectAt(object, "spec"), "namespace");
      if (namespace === "") {
        throw statusBadRequest("no namespace on request");
      }
      const { resourceRules, nonResourceRules, isIncomplete, errors } = services.authorizer.rulesFor(user, namespace);
      return {
        metadata: {},
        spec: {},
        status: {
          resourceRules: resourceRules.map(printResourceRule),
          nonResourceRules: nonResourceRules.map(printNonResourceRule),
          incomplete: isIncomplete,
          ...(errors.length === 0 ? {} : { evaluationError: printErrors(errors) }),
        },
      };
    },
  }),
};

function printResourceRule({ verbs, apiGroups, resources, resourceNames }: ResourceRule): JsonObject {
  return {
    verbs: [...verbs],
    ...(apiGroups.length === 0 ? {} : { apiGroups: [...apiGroups] }),
    ...(resources.length === 0 ? {} : { resources: [...resources] }),
    ...(resourceNames.length === 0 ? {} : { resourceNames: [...resourceNames] }),
  };
}

function printNonResourceRule({ verbs, nonResourceURLs }: NonResourceRule): JsonObject {
  return { verbs: [...verbs], ...(nonResourceURLs.length === 0 ? {} : { nonResourceURLs: [...nonResourceURLs] }) };
}
