import {
  type FieldError,
  type FieldPath,
  forbidden,
  isJsonObject,
  type JsonObject,
  objectAt,
  type StringMap,
  validateAnnotations,
  validateLabels,
} from "@kiln/api";
import { validateClaimSpec } from "../validate-claim-spec.ts";

const ALLOWED = ["annotations", "labels"];

/** A claim that is made for the Pod. */
export function validateClaimTemplate(template: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...validateTemplateMetadata(isJsonObject(template.metadata) ? template.metadata : {}, path.child("metadata")),
    ...validateClaimSpec(objectAt(template, "spec"), path.child("spec")),
  ];
}

/** Of the metadata of what is going to be made only what nobody else decides can be given. */
export function validateTemplateMetadata(metadata: JsonObject, path: FieldPath): FieldError[] {
  const others = Object.entries(metadata).filter(
    ([field, value]) => !ALLOWED.includes(field) && value !== null && value !== "",
  );
  return [
    ...validateAnnotations(metadata.annotations as StringMap | undefined, path.child("annotations")),
    ...validateLabels(metadata.labels as StringMap | undefined, path.child("labels")),
    ...others.map(([field]) => forbidden(path.child(field), "cannot be set")),
  ];
}
