import { objectAt } from "@kiln/api";
import type { Declaration } from "@kiln/kinds";
import { answerAccess, refuseFaults, subjectOf, validateReview } from "./access-review.ts";
import type { ReviewContext } from "./review-context.ts";

/** SubjectAccessReview: checks a user's permission. */
export const subjectAccessReview: Declaration = {
  resource: "subjectaccessreviews.authorization.k8s.io",
  strategy: () => ({
    answer(object, context: ReviewContext) {
      const spec = objectAt(object, "spec");
      refuseFaults(validateReview(object, { allowsNamespace: false }));
      return answerAccess(object, subjectOf(spec), context);
    },
  }),
};
