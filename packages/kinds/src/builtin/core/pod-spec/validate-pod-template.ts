import {
  asObjects,
  type FieldError,
  type FieldPath,
  forbidden,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  type StringMap,
  validateAnnotations,
  validateLabels,
} from "@kiln/api";
import { leniencyFor } from "./leniency-for.ts";
import type { PodLeniency } from "./pod-leniency.ts";
import { validatePodAnnotations, validateProfilesMatch } from "./validate-pod-annotations.ts";
import { validatePodSpec } from "./validate-pod-spec.ts";

/** Validates a Pod template. `old` is the stored template, some of whose errors may be kept. */
export function validatePodTemplate(template: JsonObject, path: FieldPath, old: JsonValue | undefined): FieldError[] {
  return validateTemplate(template, path, templateLeniency(old));
}

export function templateLeniency(old: JsonValue | undefined): PodLeniency {
  return leniencyFor(isJsonObject(old) ? old : undefined, { isPod: false });
}

export function validateTemplate(template: JsonObject, path: FieldPath, leniency: PodLeniency): FieldError[] {
  const spec = objectAt(template, "spec");
  const annotations = objectAt(template, "metadata", "annotations");
  return [
    ...validateTemplateMetadata(template, path, leniency),
    ...validatePodSpec(spec, { path: path.child("spec"), leniency }),
    ...validateProfilesMatch(annotations, spec, path.child("spec")),
    ...(asObjects(spec.ephemeralContainers).length > 0
      ? [forbidden(path.child("spec", "ephemeralContainers"), "ephemeral containers not allowed in pod template")]
      : []),
  ];
}

/**
 * Kubernetes: paths have labels and annotations as fields of the template (core/validation/validation.go
 * ValidatePodTemplateSpec, v1.36).
 */
export function validateTemplateMetadata(template: JsonObject, path: FieldPath, leniency: PodLeniency): FieldError[] {
  const metadata = objectAt(template, "metadata");
  const at = path.child("annotations");
  return [
    ...validateLabels(metadata.labels as StringMap | undefined, path.child("labels")),
    ...validateAnnotations(metadata.annotations as StringMap | undefined, at),
    ...validatePodAnnotations(objectAt(metadata, "annotations"), at, { spec: objectAt(template, "spec"), leniency }),
  ];
}
