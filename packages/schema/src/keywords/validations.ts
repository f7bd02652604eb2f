import { type FieldError, type FieldPath, invalid, notSupported, required } from "@kiln/api";
import { conversionFault } from "../conversion-fault.ts";
import type { JsonSchema, ValidationRule } from "../json-schema.ts";
import type { Keyword } from "../keyword.ts";
import { isFieldPathOf } from "../rule-field-path.ts";

/** `x-kubernetes-validations`. compileRules() runs the rules. */
export const validations: Keyword = {
  wire: "x-kubernetes-validations",
  name: "validations",
  encoding: "rules",
  goField: "XValidations",
  mayBeInBranch: false,
  mayBeAtStatusRoot: true,
  settled: "rules",
  schemas: { each: checkRuleSyntax },
};

const REASONS: readonly string[] = [
  "FieldValueDuplicate",
  "FieldValueForbidden",
  "FieldValueInvalid",
  "FieldValueRequired",
];

const LINE_BREAK = /[\n\r]/;

/** Checks of `x-kubernetes-validations` that need no compiled rules. */
export function checkRuleSyntax(schema: JsonSchema, path: FieldPath): FieldError[] {
  const rules = schema.validations ?? [];
  // Kubernetes: the fieldPath of a rule is not checked if the schema is not structural
  // (apiextensions/validation/validation.go ValidateCustomResourceDefinitionOpenAPISchema, v1.36).
  const fields = rules.some((rule) => rule.fieldPath) && conversionFault(schema) === undefined ? schema : undefined;
  return rules.flatMap((rule, index) => {
    const at = path.child("x-kubernetes-validations").index(index);
    return [...checkTexts(rule, at), ...checkReason(rule, at), ...checkFieldPath(rule, fields, at)];
  });
}

function checkTexts({ rule, message = "", messageExpression = "" }: ValidationRule, at: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (rule.trim() === "") {
    errors.push(required(at.child("rule"), "rule is not specified"));
  } else if (message !== "" && message.trim() === "") {
    errors.push(invalid(at.child("message"), message, "must be non-empty if specified"));
  } else if (LINE_BREAK.test(message.trim())) {
    errors.push(invalid(at.child("message"), message, "must not contain line breaks"));
  } else if (LINE_BREAK.test(rule.trim()) && message === "") {
    errors.push(required(at.child("message"), "message must be specified if rule contains line breaks"));
  }
  if (messageExpression !== "" && messageExpression.trim() === "") {
    errors.push(required(at.child("messageExpression"), "messageExpression must be non-empty if specified"));
  }
  return errors;
}

function checkReason({ reason }: ValidationRule, at: FieldPath): FieldError[] {
  return reason !== undefined && !REASONS.includes(reason) ? [notSupported(at.child("reason"), reason, REASONS)] : [];
}

function checkFieldPath(
  { fieldPath = "" }: ValidationRule,
  fields: JsonSchema | undefined,
  path: FieldPath,
): FieldError[] {
  if (fieldPath === "") {
    return [];
  }
  const at = path.child("fieldPath");
  const errors: FieldError[] = [];
  if (fieldPath.trim() === "") {
    errors.push(invalid(at, fieldPath, "must be non-empty if specified"));
  }
  if (LINE_BREAK.test(fieldPath)) {
    errors.push(invalid(at, fieldPath, "must not contain line breaks"));
  }
  if (fields !== undefined && !isFieldPathOf(fields, fieldPath)) {
    errors.push(invalid(at, fieldPath, "must be a valid path"));
  }
  return errors;
}
