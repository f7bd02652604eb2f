import {
  type FieldError,
  type FieldPath,
  forbidden,
  isJsonObject,
  type JsonObject,
  type StringMap,
  validateAnnotations,
  validateLabels,
} from "@kiln/api";
import { partOf } from "../../part-of.ts";
import { validateClaimSpec } from "../validate-claim-spec.ts";

const ALLOWED = ["annotations", "labels"];

/** A claim that is made for the Pod. Of its metadata only what nobody else decides can be given. */
export function validateClaimTemplate(template: JsonObject, path: FieldPath): FieldError[] {
  const metadata = isJsonObject(template.metadata) ? template.metadata : {};
  const at = path.child("metadata");
  const others = Object.entries(metadata).filter(
    ([field, value]) => !ALLOWED.includes(field) && value !== null && value !== "",
  );
  return [
    ...validateAnnotations(metadata.annotations as StringMap | undefined, at.child("annotations")),
    ...validateLabels(metadata.labels as StringMap | undefined, at.child("labels")),
    ...others.map(([field]) => forbidden(at.child(field), "cannot be set")),
    ...validateClaimSpec(partOf(template, "spec"), path.child("spec")),
  ];
}
