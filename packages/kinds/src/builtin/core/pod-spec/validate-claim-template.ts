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
import { wasGivenEmpty } from "../../../natives/given-empty.ts";
import { validateClaimSpec } from "../validate-claim-spec.ts";

/** Fields that a claim template must not set, in the order of the Go struct, with their names in Kubernetes' errors. */
const REFUSED: Readonly<Record<string, string>> = {
  name: "name",
  generateName: "generateName",
  namespace: "namespace",
  selfLink: "selfLink",
  uid: "uID",
  resourceVersion: "resourceVersion",
  generation: "generation",
  creationTimestamp: "creationTimestamp",
  deletionTimestamp: "deletionTimestamp",
  deletionGracePeriodSeconds: "deletionGracePeriodSeconds",
  ownerReferences: "ownerReferences",
  finalizers: "finalizers",
  managedFields: "managedFields",
};

/** Validates the template of an ephemeral volume, from which a claim is created for the Pod. */
export function validateClaimTemplate(template: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...validateClaimMetadata(isJsonObject(template.metadata) ? template.metadata : {}, path.child("metadata")),
    ...validateClaimSpec(objectAt(template, "spec"), path.child("spec")),
  ];
}

/** Validates the metadata of a claim template: only labels and annotations may be set. */
export function validateClaimMetadata(metadata: JsonObject, path: FieldPath): FieldError[] {
  const others = Object.keys(REFUSED).filter(
    (field) => (metadata[field] ?? "") !== "" || wasGivenEmpty(metadata, field),
  );
  return [
    ...validateAnnotations(metadata.annotations as StringMap | undefined, path.child("annotations")),
    ...validateLabels(metadata.labels as StringMap | undefined, path.child("labels")),
    ...others.map((field) => forbidden(path.child(REFUSED[field] as string), "cannot be set")),
  ];
}
