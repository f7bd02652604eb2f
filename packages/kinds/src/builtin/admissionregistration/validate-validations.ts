import {
  asObjects,
  asText,
  checkLabelKey,
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  type JsonObject,
  required,
  utf8Length,
} from "@kiln/api";
import { boolType, nullType, stringType } from "@kiln/cel";
import { checkExpression } from "../../expressions/check-expression.ts";
import { type JudgedPolicy, oneOf, SPEC } from "./judged-policy.ts";

const NOTHING = "validations or auditAnnotations must contain at least one item";
const REASONS = ["Forbidden", "Invalid", "RequestEntityTooLarge"];
const MAX_ANNOTATIONS = 20;
const MAX_VALUE_EXPRESSION = 5 * 1024;

/** Validates the validations of a validating policy. */
export function validateValidations(policy: JudgedPolicy): FieldError[] {
  const validations = asObjects(policy.spec.validations);
  const annotations = asObjects(policy.spec.auditAnnotations);
  const path = SPEC.child("validations");
  const annotationsPath = SPEC.child("auditAnnotations");
  if (validations.length === 0 && annotations.length === 0) {
    return [required(path, NOTHING), required(annotationsPath, NOTHING)];
  }
  return [
    ...validations.flatMap((validation, i) => validateValidation(policy, validation, path.index(i))),
    ...(annotations.length > MAX_ANNOTATIONS
      ? [
          invalid(
            annotationsPath,
            annotations.map(nameFields),
            `must not have more than ${MAX_ANNOTATIONS} auditAnnotations`,
          ),
        ]
      : []),
    ...validateAnnotations(policy, annotations, annotationsPath),
  ];
}

/**
 * Kubernetes: prints the value by its Go field names (admissionregistration/validation/validation.go
 * validateAuditAnnotation, v1.36).
 */
function nameFields({ key, valueExpression }: JsonObject): JsonObject {
  return { Key: asText(key), ValueExpression: asText(valueExpression) };
}

function validateValidation({ expressions, use }: JudgedPolicy, validation: JsonObject, path: FieldPath): FieldError[] {
  const expression = asText(validation.expression);
  const messageExpression = asText(validation.messageExpression);
  const check = { path: path.child("expression"), expression, use: { ...use, returns: [boolType] } };
  const { hasAuthorizer: _, ...withoutAuthorizer } = use;
  const messagePath = path.child("messageExpression");
  return [
    ...(expression.trim() === ""
      ? [required(check.path, "expression is not specified")]
      : checkExpression(expressions, check)),
    ...(messageExpression !== "" && messageExpression.trim() === ""
      ? [invalid(messagePath, messageExpression, "must be non-empty if specified")]
      : []),
    ...(messageExpression.trim() === ""
      ? []
      : checkExpression(expressions, {
          path: messagePath,
          expression: messageExpression,
          use: { ...withoutAuthorizer, returns: [stringType] },
        })),
    ...validateMessage(asText(validation.message), path.child("message")),
    ...oneOf(validation.reason, path.child("reason"), REASONS),
  ];
}

function validateMessage(message: string, path: FieldPath): FieldError[] {
  if (message !== "" && message.trim() === "") {
    return [invalid(path, message, "must be non-empty if specified")];
  }
  return /[\n\r]/.test(message.trim()) ? [invalid(path, message, "must not contain line breaks")] : [];
}

function validateAnnotations(policy: JudgedPolicy, annotations: readonly JsonObject[], path: FieldPath): FieldError[] {
  const keys = new Set<string>();
  return annotations.flatMap((annotation, i) => {
    const key = asText(annotation.key);
    const isTaken = keys.has(key);
    keys.add(key);
    return [
      ...validateKey(policy.name, key, path.index(i).child("key")),
      ...validateValueExpression(policy, asText(annotation.valueExpression), path.index(i).child("valueExpression")),
      ...(isTaken ? [duplicate(path.index(i).child("key"), key)] : []),
    ];
  });
}

function validateKey(name: string, key: string, path: FieldPath): FieldError[] {
  if (name === "") {
    return [invalid(path, key, "requires metadata.name be non-empty")];
  }
  const qualified = `${name}/${key}`;
  return checkLabelKey(qualified).map((fault) => invalid(path, qualified, fault));
}

function validateValueExpression({ expressions, use }: JudgedPolicy, given: string, path: FieldPath): FieldError[] {
  const expression = given.trim();
  if (expression === "") {
    return [required(path, "valueExpression is not specified")];
  }
  if (utf8Length(expression) > MAX_VALUE_EXPRESSION) {
    return [required(path, `must not exceed ${MAX_VALUE_EXPRESSION} bytes in length`)];
  }
  return checkExpression(expressions, { path, expression, use: { ...use, returns: [stringType, nullType] } });
}
