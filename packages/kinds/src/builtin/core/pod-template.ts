import { fieldPath, type JsonObject, metadataOf, objectAt } from "@kiln/api";
import type { Declaration } from "../declaration.ts";
import { dropDisabledFields } from "./drop-disabled-fields.ts";
import { validatePodTemplate } from "./pod-spec/validate-pod-template.ts";
import { warnOfPod } from "./pod-spec/warn-of-pod.ts";

const TEMPLATE = fieldPath("template");

export const podTemplate: Declaration = {
  resource: "podtemplates",
  strategy: () => ({
    prepareCreate: (object) => dropDisabledFields(objectAt(object, "template")),
    prepareUpdate: (object) => dropDisabledFields(objectAt(object, "template")),
    validateCreate: (object) => validatePodTemplate(objectAt(object, "template"), TEMPLATE, undefined),
    validateUpdate: (object, old) => validatePodTemplate(objectAt(object, "template"), TEMPLATE, old.template),
    warn: (object, old) => (isSame(object, old) ? [] : warnOfPod(objectAt(object, "template"), TEMPLATE)),
  }),
};

/** Whether an update keeps the generation; it then gets no warnings. */
function isSame(object: JsonObject, old: JsonObject | undefined): boolean {
  return old !== undefined && metadataOf(object).generation === metadataOf(old).generation;
}
