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
 * Kubernetes: the kinds of the core group look at the whole metadata again on every update, after the server did, so
 * that an error there is reported twice.
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
