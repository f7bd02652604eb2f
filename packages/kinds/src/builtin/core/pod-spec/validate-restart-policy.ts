import {
  asObjects,
  asText,
  type FieldError,
  type FieldPath,
  isJsonObject,
  type JsonObject,
  required,
  tooMany,
} from "@kiln/api";
import { checkSupported } from "../../field-checks.ts";

const MAX_RULES = 20;
const MAX_EXIT_CODES = 255;

/** Restart policy of one container, which may differ from that of its Pod. */
export function validateRestartPolicy(container: JsonObject, path: FieldPath): FieldError[] {
  const { restartPolicy } = container;
  const rules = asObjects(container.restartPolicyRules);
  const at = path.child("restartPolicyRules");
  return [
    ...(restartPolicy === undefined
      ? requirePolicy(rules, path)
      : checkSupported(restartPolicy, path.child("restartPolicy"), ["Always", "Never", "OnFailure"])),
    ...(rules.length > MAX_RULES ? [tooMany(at, rules.length, MAX_RULES)] : []),
    ...rules.flatMap((rule, i) => validateRule(rule, at.index(i))),
  ];
}

/**
 * Kubernetes: restart rules of an init container without a restartPolicy are not validated
 * (core/validation/validation.go validateInitContainers, v1.36).
 */
export function validateInitRestartPolicy(container: JsonObject, path: FieldPath): FieldError[] {
  return container.restartPolicy === undefined
    ? requirePolicy(asObjects(container.restartPolicyRules), path)
    : validateRestartPolicy(container, path);
}

function requirePolicy(rules: readonly JsonObject[], path: FieldPath): FieldError[] {
  return rules.length === 0
    ? []
    : [required(path.child("restartPolicy"), "must specify restartPolicy when restart rules are used")];
}

function validateRule({ action, exitCodes }: JsonObject, path: FieldPath): FieldError[] {
  const errors = checkSupported(asText(action), path.child("action"), ["Restart", "RestartAllContainers"]);
  const at = path.child("exitCodes");
  if (!isJsonObject(exitCodes)) {
    return [...errors, required(at, "must be specified")];
  }
  const count = Array.isArray(exitCodes.values) ? exitCodes.values.length : 0;
  return [
    ...errors,
    ...checkSupported(exitCodes.operator, at.child("operator"), ["In", "NotIn"]),
    ...(count > MAX_EXIT_CODES ? [tooMany(at.child("values"), count, MAX_EXIT_CODES)] : []),
  ];
}
