import {
  asInteger,
  asObjects,
  asText,
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  type JsonObject,
  required,
  tooLong,
  utf8Length,
} from "@kiln/api";
import { checkQualifiedName, checkSupported } from "./field-checks.ts";

const MAX_REASON = 1024;
const MAX_MESSAGE = 32 * 1024;
const REASON = "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?";
const REASON_ONLY = new RegExp(`^${REASON}$`);
const REASON_RULE =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'";
const REASON_EXAMPLES = "(e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', ";

/** Validates a list of metav1.Condition. */
export function validateConditions(conditions: readonly JsonObject[], path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return conditions.flatMap((condition, i) => {
    const type = asText(condition.type);
    const isRepeat = seen.has(type);
    seen.add(type);
    return [
      ...(isRepeat ? [duplicate(path.index(i).child("type"), type)] : []),
      ...validateCondition(condition, path.index(i)),
    ];
  });
}

/** Whether the condition is true in the status. */
export function isConditionTrue({ conditions }: JsonObject, type: string): boolean {
  return asObjects(conditions).some((condition) => condition.type === type && condition.status === "True");
}

function validateCondition(condition: JsonObject, path: FieldPath): FieldError[] {
  const { type, status, observedGeneration, lastTransitionTime, reason, message } = condition;
  const generation = asInteger(observedGeneration);
  return [
    ...checkQualifiedName(type, path.child("type")),
    ...checkSupported(status, path.child("status"), ["False", "True", "Unknown"]),
    ...(generation < 0
      ? [invalid(path.child("observedGeneration"), generation, "must be greater than or equal to zero")]
      : []),
    ...((lastTransitionTime ?? null) === null ? [required(path.child("lastTransitionTime"), "")] : []),
    ...checkReason(asText(reason), path.child("reason")),
    ...(utf8Length(asText(message)) > MAX_MESSAGE ? [tooLong(path.child("message"), MAX_MESSAGE)] : []),
  ];
}

function checkReason(reason: string, path: FieldPath): FieldError[] {
  if (reason === "") {
    return [required(path, "")];
  }
  return [
    ...(REASON_ONLY.test(reason)
      ? []
      : [invalid(path, reason, `${REASON_RULE} ${REASON_EXAMPLES}regex used for validation is '${REASON}')`)]),
    ...(utf8Length(reason) > MAX_REASON ? [tooLong(path, MAX_REASON)] : []),
  ];
}
