import {
  asNamedString,
  asObjects,
  asText,
  asTexts,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  type JsonObject,
  required,
} from "@kiln/api";
import { fieldRules } from "../field-rules.ts";

export interface NodeSelectorLeniency {
  /** True for stored selectors: invalid values were accepted before this validation existed. */
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

const checkKey = fieldRules({ key: "qualifiedName" });
const checkValues = fieldRules({ "values[]": "labelValue" });
const checkNames = fieldRules({ "values[]": "subdomain" });

function validateExpression(
  expression: JsonObject,
  path: FieldPath,
  { allowsInvalidValues }: NodeSelectorLeniency,
): FieldError[] {
  return [
    ...checkOperator(asText(expression.operator), asTexts(expression.values).length, path),
    ...checkKey(expression, path),
    ...(allowsInvalidValues ? [] : checkValues(expression, path)),
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
      return [asNamedString(invalid(path.child("operator"), operator, "not a valid selector operator"))];
  }
}

/** Validates a field requirement; metadata.name is the only supported field of a node. */
function validateField(field: JsonObject, path: FieldPath): FieldError[] {
  const [operator, key, values] = [asText(field.operator), asText(field.key), asTexts(field.values)];
  const at = path.child("values");
  const why = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
  const errors: FieldError[] = [];
  if (operator !== "In" && operator !== "NotIn") {
    errors.push(asNamedString(invalid(path.child("operator"), operator, "not a valid selector operator")));
  } else if (values.length !== 1) {
    errors.push(required(at, why));
  }
  return key === "metadata.name"
    ? [...errors, ...checkNames(field, path)]
    : [...errors, invalid(path.child("key"), key, "not a valid field selector key")];
}
