import { type AdmissionAttributes, type AdmissionTarget, runValidating } from "@kiln/admission";
import { SCALE_KIND, viewScale } from "@kiln/kinds";
import { attributesOf, targetOf } from "./attributes-of.ts";
import { recheckPlace } from "./recheck-place.ts";
import type { Step, Write } from "./write.ts";

/** Runs validating admission on the object to be stored, which it does not change. */
export const admit: Step = (write) => {
  const target = targetOf(write);
  const make = () => (write.subresource === "scale" ? scaleAttributes(write, target) : attributesOf(write, target));
  return runValidating(write.context.services.plugins, target, make)?.then(() => recheckPlace(write));
};

/** Kubernetes: admission of a scale request gets only the Scale (handlers/update.go UpdateResource, v1.36). */
function scaleAttributes(write: Write, target: AdmissionTarget): AdmissionAttributes {
  const attributes = attributesOf(write, target);
  const paths = write.resource.subresources.scale;
  if (paths === undefined) {
    return attributes;
  }
  const view = (object: AdmissionAttributes["object"]) =>
    object === undefined ? undefined : viewScale(paths, object).scale;
  return { ...attributes, kind: SCALE_KIND, object: view(write.object), oldObject: view(attributes.oldObject) };
}
