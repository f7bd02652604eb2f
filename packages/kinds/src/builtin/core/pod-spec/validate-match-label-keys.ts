import {
  asObjects,
  asText,
  asTexts,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  objectAt,
} from "@kiln/api";
import { checkQualifiedName } from "../../field-checks.ts";

/** Validates matchLabelKeys: keys of labels whose values the selector takes from the Pod itself. */
export function validateMatchLabelKeys(term: JsonObject, path: FieldPath): FieldError[] {
  const keys = asTexts(term.matchLabelKeys);
  const others = asTexts(term.mismatchLabelKeys);
  const isOther = new Set(others);
  const both = "exists in both matchLabelKeys and mismatchLabelKeys";
  return [
    ...checkKeys(keys, path.child("matchLabelKeys"), term),
    ...checkKeys(others, path.child("mismatchLabelKeys"), term),
    ...checkGivenTwice(keys, path, term),
    ...keys.flatMap((key, i) => (isOther.has(key) ? [invalid(path.child("matchLabelKeys").index(i), key, both)] : [])),
  ];
}

function checkKeys(keys: readonly string[], path: FieldPath, { labelSelector }: JsonObject): FieldError[] {
  if (keys.length === 0) {
    return [];
  }
  return isJsonObject(labelSelector)
    ? keys.flatMap((key, i) => checkQualifiedName(key, path.index(i)))
    : [forbidden(path, "must not be specified when labelSelector is not set")];
}

/**
 * Rejects a key that the selector contained already. The server has added the labels of the keys to the selector, so
 * such a key is in it twice.
 */
function checkGivenTwice(keys: readonly string[], path: FieldPath, term: JsonObject): FieldError[] {
  const selector = objectAt(term, "labelSelector");
  const places = new Map(keys.map((key, i) => [key, i]));
  const seen = new Set(Object.keys(objectAt(selector, "matchLabels")));
  return asObjects(selector.matchExpressions).flatMap((expression) => {
    const key = asText(expression.key);
    const place = seen.has(key) ? places.get(key) : undefined;
    seen.add(key);
    return place !== undefined
      ? [invalid(path.index(place), key, "exists in both matchLabelKeys and labelSelector")]
      : [];
  });
}
