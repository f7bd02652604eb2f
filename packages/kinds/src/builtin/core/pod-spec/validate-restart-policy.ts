import { asObjects, type FieldError, type FieldPath, type JsonObject, required } from "@kiln/api";
import { fieldRules } from "../../field-rules.ts";

const checkRules = fieldRules({
  restartPolicy: "pointer;enum=Always|Never|OnFailure",
  restartPolicyRules: "maxItems=20",
  "restartPolicyRules[]": {
    action: "enum=Restart|RestartAllContainers",
    exitCodes: ["required=must be specified", { operator: "enum=In|NotIn", values: "maxItems=255" }],
  },
});

/** Validates the restart policy of one container, which may differ from that of its Pod. */
export function validateRestartPolicy(container: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...(container.restartPolicy === undefined ? requirePolicy(container, path) : []),
    ...checkRules(container, path),
  ];
}

/**
 * Kubernetes: restart rules of an init container without a restartPolicy are not validated
 * (core/validation/validation.go validateInitContainers, v1.36).
 */
export function validateInitRestartPolicy(container: JsonObject, path: FieldPath): FieldError[] {
  return container.restartPolicy === undefined
    ? requirePolicy(container, path)
    : validateRestartPolicy(container, path);
}

function requirePolicy({ restartPolicyRules }: JsonObject, path: FieldPath): FieldError[] {
  return asObjects(restartPolicyRules).length === 0
    ? []
    : [required(path.child("restartPolicy"), "must specify restartPolicy when restart rules are used")];
}
