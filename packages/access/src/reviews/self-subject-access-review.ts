import { objectAt } from "@kiln/api";
import type { Declaration } from "@kiln/kinds";
import { answerAccess, refuseFaults, validateMetadata, validateQuestion, validateSelectors } from "./access-review.ts";
import type { ReviewContext } from "./review-context.ts";

/** SelfSubjectAccessReview: checks the permission of the requesting user. */
export const selfSubjectAccessReview: Declaration = {
  resource: "selfsubjectaccessreviews.authorization.k8s.io",
  strategy: () => ({
    answer(object, context: ReviewContext) {
      const spec = objectAt(object, "spec");
      refuseFaults([
        ...validateQuestion(spec),
        ...validateSelectors(spec),
        ...validateMetadata(object, { allowsNamespace: false }),
      ]);
      return answerAccess(object, context.user, context);
    },
  }),
};
