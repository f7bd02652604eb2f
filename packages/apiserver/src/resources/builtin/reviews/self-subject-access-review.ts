import { objectAt } from "@kiln/api";
import type { Declaration } from "../declaration.ts";
import { answerAccess, refuseFaults, validateMetadata, validateQuestion, validateSelectors } from "./access-review.ts";

/** May I do something? */
export const selfSubjectAccessReview: Declaration = {
  resource: "selfsubjectaccessreviews.authorization.k8s.io",
  strategy: () => ({
    answer(object, context) {
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
