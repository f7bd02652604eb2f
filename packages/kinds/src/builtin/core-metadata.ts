import {
  type FieldError,
  fieldPath,
  type JsonObject,
  metadataOf,
  type NameRule,
  type ObjectMeta,
  validateObjectMeta,
  validateStandardFinalizers,
} from "@kiln/api";

const METADATA = fieldPath("metadata");

/**
 * Kubernetes: kinds of the core group validate all metadata again on every update, so an error there is reported twice
 * (core/validation/validation.go ValidateObjectMetaUpdate, v1.36).
 */
export function validateCoreMetadata(
  object: JsonObject,
  rules: { readonly isNamespaced: boolean; readonly nameRule: NameRule },
): FieldError[] {
  const metadata = metadataOf(object) as ObjectMeta;
  const { isNamespaced: requiresNamespace, nameRule } = rules;
  return [
    ...validateObjectMeta(metadata, { requiresNamespace, nameRule, path: METADATA }),
    ...validateStandardFinalizers(metadata.finalizers, METADATA.child("finalizers")),
  ];
}
