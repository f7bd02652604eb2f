import {
  asObjects,
  asText,
  asTexts,
  checkDns1123Subdomain,
  checkLabelValue,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  type JsonObject,
  required,
} from "@kiln/api";
import { checkQualifiedName, checkText } from "../field-checks.ts";

export interface NodeSelectorLeniency {
  /** Invalid values were stored before this validation existed. */
  readonly allowsInvalidValues: boolean;
}

const STRICT: NodeSelectorLeniency = { allowsInvalidValues: false };

/** Validates a node selector, which must have at least one term. */
export function validateNodeSelector(
  selector: JsonObject,
  path: FieldPath,
  leniency: NodeSelectorLeniency = STRICT,
): FieldError[] {
  const at = path.child("nodeSelectorTerms");
  const terms = asObjects(selector.nodeSelectorTerms);
  return terms.length === 0
    ? [required(at, "must have at least one node selector term")]
    : terms.flatMap((term, i) => validateNodeSelectorTerm(term, at.index(i), leniency));
}

export function validateNodeSelectorTerm(
  term: JsonObject,
  path: FieldPath,
  leniency: NodeSelectorLeniency = STRICT,
): FieldError[] {
  return [
    ...asObjects(term.matchExpressions).flatMap((expression, i) =>
      validateExpression(expression, path.child("matchExpressions").index(i), leniency),
    ),
    ...asObjects(term.matchFields).flatMap((field, i) => validateField(field, path.child("matchFields").index(i))),
  ];
}

function validateExpression(
  expression: JsonObject,
  path: FieldPath,
  { allowsInvalidValues }: NodeSelectorLeniency,
): FieldError[] {
  const at = path.child("values");
  const values = asTexts(expression.values);
  return [
    ...checkOperator(asText(expression.operator), values.length, path),
    ...checkQualifiedName(expression.key, path.child("key")),
    ...(allowsInvalidValues ? [] : values.flatMap((value, i) => checkText(value, at.index(i), checkLabelValue))),
  ];
}

function checkOperator(operator: string, count: number, path: FieldPath): FieldError[] {
  const at = path.child("values");
  switch (operator) {
    case "In":
    case "NotIn":
      return count === 0 ? [required(at, "must be specified when `operator` is 'In' or 'NotIn'")] : [];
    case "Exists":
    case "DoesNotExist":
      return count > 0 ? [forbidden(at, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")] : [];
    case "Gt":
    case "Lt":
      return count === 1 ? [] : [required(at, "must be specified single value when `operator` is 'Lt' or 'Gt'")];
    default:
      return [invalid(path.child("operator"), operator, "not a valid selector operator")];
  }
}

/** metadata.name is the only supported field of a node. */
function validateField(field: JsonObject, path: FieldPath): FieldError[] {
  const [operator, key, values] = [asText(field.operator), asText(field.key), asTexts(field.values)];
  const at = path.child("values");
  const why = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
  const errors: FieldError[] = [];
  if (operator !== "In" && operator !== "NotIn") {
    errors.push(invalid(path.child("operator"), operator, "not a valid selector operator"));
  } else if (values.length !== 1) {
    errors.push(required(at, why));
  }
  return key === "metadata.name"
    ? [...errors, ...values.flatMap((value, i) => checkText(value, at.index(i), checkDns1123Subdomain))]
    : [...errors, invalid(path.child("key"), key, "not a valid field selector key")];
}
