import { type FieldError, type FieldPath, type JsonObject, required } from "@kiln/api";
import { fieldRules, type RuleSteps } from "../../field-rules.ts";
import { isEmpty } from "../../rule-words.ts";

/** Rules of the restart policy of one container, which may differ from that of its Pod. */
export const RESTART_RULES: RuleSteps = [
  requirePolicy,
  {
    restartPolicy: "pointer;enum=Always|Never|OnFailure",
    restartPolicyRules: "maxItems=20",
    "restartPolicyRules[]": {
      action: "enum=Restart|RestartAllContainers",
      exitCodes: ["required=must be specified", { operator: "enum=In|NotIn", values: "maxItems=255" }],
    },
  },
];

const validateRestartPolicy = fieldRules(...RESTART_RULES);

/**
 * Kubernetes: restart rules of an init container without a restartPolicy are not validated
 * (core/validation/validation.go validateInitContainers, v1.36).
 */
export function validateInitRestartPolicy(container: JsonObject, path: FieldPath): FieldError[] {
  return container.restartPolicy === undefined
    ? requirePolicy(container, path)
    : validateRestartPolicy(container, path);
}

function requirePolicy({ restartPolicy, restartPolicyRules }: JsonObject, path: FieldPath): FieldError[] {
  return restartPolicy !== undefined || isEmpty(restartPolicyRules)
    ? []
    : [required(path.child("restartPolicy"), "must specify restartPolicy when restart rules are used")];
}
