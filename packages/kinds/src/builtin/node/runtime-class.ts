import {
  asObjects,
  asText,
  duplicate,
  type FieldError,
  type FieldPath,
  type JsonObject,
  objectAt,
  rootPath,
  type StringMap,
  validateLabels,
} from "@kiln/api";
import { withGoStruct } from "../../go/print-go-struct.ts";
import { IMMUTABLE } from "../../natives/marks.ts";
import { adviceOnNodeLabel } from "../core/deprecated-node-labels.ts";
import { STRICT } from "../core/pod-spec/pod-leniency.ts";
import { validateResources } from "../core/pod-spec/validate-resources.ts";
import { validateTolerations } from "../core/pod-spec/validate-tolerations.ts";
import { validateContainerResourceName } from "../core/resource-names.ts";
import { areMarked, type Declaration } from "../declaration.ts";
import { fieldRules } from "../field-rules.ts";

/** RuntimeClass: a container runtime that Pods can select. */
export const runtimeClass: Declaration = {
  resource: "runtimeclasses.node.k8s.io",
  metadataRules: { requiresQualifiedFinalizers: false, onUpdate: ["create", "update"] },
  marks: { handler: IMMUTABLE },
  strategy: (settings) => ({
    validateCreate: (object) => checkClass(object, rootPath),
    validateUpdate: (object, old) => [
      ...checkClass(object, rootPath),
      ...(areMarked(settings) ? [] : checkKept(object, rootPath, { old })),
    ],
    warn: (object) =>
      Object.keys(objectAt(object, "scheduling", "nodeSelector")).flatMap((key) => {
        const advice = adviceOnNodeLabel(key);
        return advice === undefined ? [] : [`scheduling.nodeSelector: ${advice}`];
      }),
  }),
};

const checkClass = fieldRules({
  handler: "required;label",
  overhead: ["pointer", validateOverhead],
  scheduling: ["pointer", validateScheduling],
});
const checkKept = fieldRules({ handler: "immutable" });

function validateOverhead(overhead: JsonObject, path: FieldPath): FieldError[] {
  return validateResources({ limits: objectAt(overhead, "podFixed") }, path, {
    validateName: validateContainerResourceName,
    claims: new Set(),
    leniency: STRICT,
  });
}

function validateScheduling(scheduling: JsonObject, path: FieldPath): FieldError[] {
  const tolerations = asObjects(scheduling.tolerations);
  const at = path.child("tolerations");
  const seen = new Set<string>();
  return [
    ...validateLabels(scheduling.nodeSelector as StringMap | undefined, path.child("nodeSelector")),
    ...validateTolerations(scheduling, path),
    ...tolerations.flatMap((toleration, i) => {
      const key = JSON.stringify(["key", "operator", "value", "effect"].map((field) => asText(toleration[field])));
      const isRepeat = seen.has(key);
      seen.add(key);
      return isRepeat ? [withGoStruct(duplicate(at.index(i), toleration), "core/v1.Toleration")] : [];
    }),
  ];
}
