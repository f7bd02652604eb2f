import {
  asText,
  checkLabelValue,
  type FieldError,
  type FieldPath,
  invalid,
  type JsonObject,
  notSupported,
} from "@kiln/api";
import { checkQualifiedName, checkSupported } from "../../field-checks.ts";

const TAINT_EFFECTS: readonly string[] = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

/** Tolerations of a Pod. */
export function validateTolerations(tolerations: readonly JsonObject[], path: FieldPath): FieldError[] {
  return tolerations.flatMap((toleration, i) => validateToleration(toleration, path.index(i)));
}

function validateToleration(toleration: JsonObject, path: FieldPath): FieldError[] {
  const { key, effect, tolerationSeconds } = toleration;
  const operator = asText(toleration.operator);
  return [
    ...(asText(key) === "" ? [] : checkQualifiedName(key, path.child("key"))),
    ...(asText(key) === "" && operator !== "Exists"
      ? [
          invalid(
            path.child("operator"),
            operator,
            'operator must be Exists when `key` is empty, which means "match all values and all keys"',
          ),
        ]
      : []),
    ...(tolerationSeconds !== undefined && effect !== "NoExecute"
      ? [invalid(path.child("effect"), asText(effect), "effect must be 'NoExecute' when `tolerationSeconds` is set")]
      : []),
    ...checkOperator(operator, asText(toleration.value), path.child("operator")),
    ...(asText(effect) === "" ? [] : checkSupported(effect, path.child("effect"), TAINT_EFFECTS)),
  ];
}

function checkOperator(operator: string, value: string, path: FieldPath): FieldError[] {
  switch (operator) {
    case "":
    case "Equal": {
      const faults = checkLabelValue(value);
      return faults.length === 0 ? [] : [invalid(path, value, faults.join(";"))];
    }
    case "Exists":
      return value === "" ? [] : [invalid(path, value, "value must be empty when `operator` is 'Exists'")];
    case "Lt":
    case "Gt":
      return [notSupported(path, operator, ["Equal", "Exists", "Lt", "Gt"])];
    default:
      return [notSupported(path, operator, ["Equal", "Exists"])];
  }
}
