import { asNamedString, type FieldError, forbidden, invalid, required } from "../field/field-error.ts";
import type { FieldPath } from "../field/field-path.ts";
import { checkLabelKey, checkLabelValue } from "../meta/names.ts";
import { validateLabels } from "../meta/object-meta.ts";
import type { JsonObject } from "../value/json-value.ts";
import { asObjects, asText, asTexts } from "../value/read-json.ts";
import type { LabelSelectorObject } from "./label-selector.ts";

/** Validates a label selector that is a field of an object; an absent one is valid. */
export function validateLabelSelector(
  selector: Readonly<LabelSelectorObject> | null | undefined,
  path: FieldPath,
): FieldError[] {
  const expressions = asObjects(selector?.matchExpressions);
  return [
    ...validateLabels(selector?.matchLabels, path.child("matchLabels")),
    ...expressions.flatMap((expression, i) => validateExpression(expression, path.child("matchExpressions").index(i))),
  ];
}

function validateExpression(expression: Readonly<JsonObject>, path: FieldPath): FieldError[] {
  const key = asText(expression.key);
  const keyErrors = checkLabelKey(key).map((fault) => invalid(path.child("key"), key, fault));
  const valueErrors = asTexts(expression.values).flatMap((value, i) =>
    checkLabelValue(value).map((fault) => invalid(path.child("values").index(i), value, fault)),
  );
  return [...validateOperator(expression, path), ...keyErrors, ...valueErrors];
}

function validateOperator(expression: Readonly<JsonObject>, path: FieldPath): FieldError[] {
  const operator = asText(expression.operator);
  const count = asTexts(expression.values).length;
  switch (operator) {
    case "In":
    case "NotIn":
      return count > 0 ? [] : [required(path.child("values"), "must be specified when `operator` is 'In' or 'NotIn'")];
    case "Exists":
    case "DoesNotExist":
      return count === 0
        ? []
        : [forbidden(path.child("values"), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    default:
      return [asNamedString(invalid(path.child("operator"), operator, "not a valid selector operator"))];
  }
}
