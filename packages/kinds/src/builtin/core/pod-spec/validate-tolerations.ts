import {
  asText,
  checkLabelValue,
  type FieldError,
  type FieldPath,
  invalid,
  type JsonObject,
  notSupported,
} from "@kiln/api";
import { fieldRules, type RuleSteps } from "../../field-rules.ts";

/** Rules of a toleration. */
export const TOLERATION: RuleSteps = [
  { key: "optional;qualifiedName" },
  checkKeyAndEffect,
  checkOperator,
  { effect: "optional;enum=NoSchedule|PreferNoSchedule|NoExecute" },
];

/** Validates the tolerations of a Pod. */
export const validateTolerations = fieldRules({ "tolerations[]": TOLERATION });

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

function checkOperator(toleration: JsonObject, path: FieldPath): FieldError[] {
  const operator = asText(toleration.operator);
  const value = asText(toleration.value);
  const at = path.child("operator");
  switch (operator) {
    case "":
    case "Equal": {
      const faults = checkLabelValue(value);
      return faults.length === 0 ? [] : [invalid(at, value, faults.join(";"))];
    }
    case "Exists":
      return value === "" ? [] : [invalid(at, value, "value must be empty when `operator` is 'Exists'")];
    case "Lt":
    case "Gt":
      return [notSupported(at, operator, ["Equal", "Exists", "Lt", "Gt"])];
    default:
      return [notSupported(at, operator, ["Equal", "Exists"])];
  }
}
