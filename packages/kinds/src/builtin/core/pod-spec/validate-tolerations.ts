import {
  asText,
  checkLabelValue,
  type FieldError,
  type FieldPath,
  invalid,
  type JsonObject,
  notSupported,
} from "@kiln/api";
import { fieldRules } from "../../field-rules.ts";

const checkToleration = fieldRules(
  { key: "optional;qualifiedName" },
  checkKeyAndEffect,
  ({ operator, value }, path) => checkOperator(asText(operator), asText(value), path.child("operator")),
  { effect: "optional;enum=NoSchedule|PreferNoSchedule|NoExecute" },
);

/** Validates the tolerations of a Pod. */
export function validateTolerations(tolerations: readonly JsonObject[], path: FieldPath): FieldError[] {
  return tolerations.flatMap((toleration, i) => checkToleration(toleration, path.index(i)));
}

const NEEDS_EXISTS = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';

function checkKeyAndEffect(toleration: JsonObject, path: FieldPath): FieldError[] {
  const { key, operator, effect, tolerationSeconds } = toleration;
  return [
    ...(asText(key) === "" && operator !== "Exists"
      ? [invalid(path.child("operator"), asText(operator), NEEDS_EXISTS)]
      : []),
    ...(tolerationSeconds !== undefined && effect !== "NoExecute"
      ? [invalid(path.child("effect"), asText(effect), "effect must be 'NoExecute' when `tolerationSeconds` is set")]
      : []),
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
