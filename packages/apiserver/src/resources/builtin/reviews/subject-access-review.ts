import { objectAt } from "@kiln/api";
import type { Declaration } from "../declaration.ts";
import { answerAccess, refuseFaults, subjectOf, validateReview } from "./access-review.ts";

/** May somebody do something? */
export const subjectAccessReview: Declaration = {
  resource: "subjectaccessreviews.authorization.k8s.io",
  strategy: () => ({
    answer(object, context) {
      const spec = objectAt(object, "spec");
      refuseFaults(validateReview(object, { allowsNamespace: false }));
      return answerAccess(object, subjectOf(spec), context);
    },
  }),
};
