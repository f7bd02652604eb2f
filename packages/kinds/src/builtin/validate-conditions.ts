import { asObjects, type FieldError, type FieldPath, invalid, type JsonObject } from "@kiln/api";
import { type CheckFields, fieldRules } from "./field-rules.ts";

const REASON = "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?";
const REASON_ONLY = new RegExp(`^${REASON}$`);
const REASON_RULE =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'";
const REASON_EXAMPLES = "(e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', ";

/** Validates the conditions of a status, in a list of metav1.Condition. */
export const validateConditions: CheckFields = fieldRules({
  "conditions[]": {
    type: "unique;qualifiedName",
    status: "enum=False|True|Unknown",
    observedGeneration: "min=0 must be greater than or equal to zero",
    lastTransitionTime: "present",
    reason: ["required", checkReason, "maxBytes=1024"],
    message: "maxBytes=32768",
  },
});

/** Whether the condition is true in the status. */
export function isConditionTrue({ conditions }: JsonObject, type: string): boolean {
  return asObjects(conditions).some((condition) => condition.type === type && condition.status === "True");
}

function checkReason(reason: string, path: FieldPath): FieldError[] {
  return REASON_ONLY.test(reason)
    ? []
    : [invalid(path, reason, `${REASON_RULE} ${REASON_EXAMPLES}regex used for validation is '${REASON}')`)];
}
