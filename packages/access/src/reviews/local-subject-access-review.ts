import { type FieldError, fieldPath, invalid, type JsonObject, objectAt, textAt } from "@kiln/api";
import type { Declaration } from "@kiln/kinds";
import { answerAccess, goNonResource, refuseFaults, subjectOf, validateReview } from "./access-review.ts";
import { findObject } from "./find-object.ts";
import type { ReviewContext } from "./review-context.ts";

/** LocalSubjectAccessReview: checks a user's permission in one namespace. */
export const localSubjectAccessReview: Declaration = {
  resource: "localsubjectaccessreviews.authorization.k8s.io",
  strategy: () => ({
    answer(object, context: ReviewContext) {
      const spec = objectAt(object, "spec");
      refuseFaults([...validateReview(object, { allowsNamespace: true }), ...validateScope(object, spec)]);
      return answerAccess(object, subjectOf(spec), context);
    },
  }),
};

function validateScope(object: JsonObject, spec: JsonObject): FieldError[] {
  const resource = findObject(spec, "resourceAttributes");
  const nonResource = findObject(spec, "nonResourceAttributes");
  const errors: FieldError[] = [];
  const namespace = resource === undefined ? "" : textAt(resource, "namespace");
  if (resource !== undefined && namespace !== textAt(objectAt(object, "metadata"), "namespace")) {
    errors.push(
      invalid(fieldPath("spec", "resourceAttributes", "namespace"), namespace, "must match metadata.namespace"),
    );
  }
  if (nonResource !== undefined) {
    const path = fieldPath("spec", "nonResourceAttributes");
    errors.push(invalid(path, goNonResource(nonResource), "disallowed on this kind of request"));
  }
  return errors;
}
