import {
  asObjects,
  type FieldError,
  type FieldPath,
  fromLabelSelectorObject,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LabelSelector,
  matchesLabelSelector,
  objectAt,
  required,
  type StringMap,
  validateLabelSelector,
} from "@kiln/api";
import { wasGivenEmpty } from "../../natives/given-empty.ts";
import { checkImmutable, SELECTOR_FIELDS, withDeclaredOrder } from "../field-checks.ts";

/** Validates a selector that must exist and must not be empty. `kind` is the kind's name in Kubernetes' message. */
export function validateSelector(selector: JsonValue | undefined, path: FieldPath, kind: string): FieldError[] {
  if (!isJsonObject(selector)) {
    return [required(path, "")];
  }
  return [...validateLabelSelector(selector, path), ...refuseEmpty(selector, path, kind)];
}

export function refuseEmpty(selector: JsonObject, path: FieldPath, kind: string): FieldError[] {
  const isEmpty =
    Object.keys(objectAt(selector, "matchLabels")).length === 0 && asObjects(selector.matchExpressions).length === 0;
  return isEmpty ? [invalid(path, {}, `empty selector is invalid for ${kind}`)] : [];
}

/** Parses a selector; undefined if it is invalid. An absent one matches nothing. */
export function readSelector(selector: JsonValue | undefined): LabelSelector | undefined {
  return fromLabelSelectorObject(isJsonObject(selector) ? selector : undefined).value;
}

/** Validates that the labels of the template match the selector. */
export function checkTemplateLabels(selector: LabelSelector, template: JsonObject, path: FieldPath): FieldError[] {
  const { labels } = objectAt(template, "metadata");
  return matchesLabelSelector(selector, labels as StringMap | undefined) ? [] : [refuseLabels(template, path)];
}

export function refuseLabels(template: JsonObject, path: FieldPath): FieldError {
  const metadata = objectAt(template, "metadata");
  const shown = metadata.labels ?? (wasGivenEmpty(metadata, "labels") ? {} : null);
  return invalid(path.child("metadata", "labels"), shown, "`selector` does not match template `labels`");
}

export function invalidSelector(selector: JsonValue | undefined, path: FieldPath, detail: string): FieldError {
  return withDeclaredOrder(invalid(path, selector ?? null, detail), SELECTOR_FIELDS);
}

export function checkSelectorKept(now: JsonObject, old: JsonObject, path: FieldPath): FieldError[] {
  return checkImmutable(now.selector, old.selector, path.child("selector")).map((error) =>
    withDeclaredOrder(error, SELECTOR_FIELDS),
  );
}
