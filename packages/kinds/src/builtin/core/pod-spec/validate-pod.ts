import {
  asObjects,
  asText,
  type FieldError,
  fieldPath,
  forbidden,
  isJsonObject,
  type JsonObject,
  metadataOf,
  objectAt,
} from "@kiln/api";
import { leniencyFor } from "./leniency-for.ts";
import type { PodLeniency } from "./pod-leniency.ts";
import { checkImagePadding } from "./validate-containers.ts";
import { validatePodAnnotations, validateProfilesMatch } from "./validate-pod-annotations.ts";
import { validatePodSpec } from "./validate-pod-spec.ts";

const SPEC = fieldPath("spec");
const ANNOTATIONS = fieldPath("metadata", "annotations");

export function validateNewPod(pod: JsonObject): FieldError[] {
  const spec = objectAt(pod, "spec");
  const isGated = asText(spec.nodeName) !== "" && asObjects(spec.schedulingGates).length > 0;
  return [
    ...validateWholePod(pod, leniencyFor(undefined, { isPod: true })),
    ...(asObjects(spec.ephemeralContainers).length > 0
      ? [forbidden(SPEC.child("ephemeralContainers"), "cannot be set on create")]
      : []),
    ...(isGated
      ? [forbidden(SPEC.child("nodeName"), "cannot be set until all schedulingGates have been cleared")]
      : []),
    ...validateProfilesMatch(objectAt(metadataOf(pod), "annotations"), spec, SPEC),
  ];
}

/** Validates a Pod on create and update. */
export function validateWholePod(pod: JsonObject, leniency: PodLeniency): FieldError[] {
  const spec = objectAt(pod, "spec");
  const metadata = metadataOf(pod);
  return [
    ...validatePodAnnotations(objectAt(metadata, "annotations"), ANNOTATIONS, { spec, leniency }),
    ...validatePodSpec(spec, { path: SPEC, leniency, metadata }),
    ...(asText(spec.serviceAccountName) === "" ? refuseTokens(spec) : []),
    ...["containers", "initContainers"].flatMap((list) =>
      asObjects(spec[list]).flatMap((container, i) => checkImagePadding(container, SPEC.child(list).index(i))),
    ),
  ];
}

/** Rejects a projected token volume in a Pod without a service account. */
function refuseTokens(spec: JsonObject): FieldError[] {
  return asObjects(spec.volumes).flatMap((volume, i) =>
    asObjects(objectAt(volume, "projected").sources).flatMap(({ serviceAccountToken }, j) =>
      isJsonObject(serviceAccountToken)
        ? [
            forbidden(
              SPEC.child("volumes").index(i).child("projected", "sources").index(j).child("serviceAccountToken"),
              "must not be specified when serviceAccountName is not set",
            ),
          ]
        : [],
    ),
  );
}
