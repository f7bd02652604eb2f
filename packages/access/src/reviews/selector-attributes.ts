import {
  asTexts,
  checkLabelKey,
  checkLabelValue,
  createLabelRequirement,
  type FieldError,
  type FieldPath,
  type FieldSelector,
  forbidden,
  invalid,
  type JsonObject,
  type LabelOperator,
  type LabelRequirement,
  type LabelSelector,
  objectsAt,
  parseFieldSelector,
  parseLabelSelector,
  required,
  textAt,
} from "@kiln/api";

/** Valid requirements of a selector in a review. */
export interface ReadSelector<T> {
  readonly selector: T;
  /** True if invalid requirements were ignored, which makes the request broader, not narrower. */
  readonly isPartial: boolean;
}

/** Validates a selector in a review; `isLabels` for label selectors, whose keys and values have a syntax. */
export function validateSelector(
  selector: JsonObject | undefined,
  path: FieldPath,
  { isLabels }: { readonly isLabels: boolean },
): FieldError[] {
  if (selector === undefined) {
    return [];
  }
  const raw = textAt(selector, "rawSelector");
  const requirements = objectsAt(selector, "requirements");
  const errors: FieldError[] = [];
  if (raw !== "" && requirements.length > 0) {
    errors.push(invalid(path.child("rawSelector"), raw, "may not specified at the same time as requirements"));
  }
  if (raw === "" && requirements.length === 0) {
    const why = `when ${path.toString()} is specified, requirements or rawSelector is required`;
    errors.push(required(path.child("requirements"), why));
  }
  const validate = isLabels ? validateLabelRequirement : validateFieldRequirement;
  return [...errors, ...requirements.flatMap((each, i) => validate(each, path.child("requirements").index(i)))];
}

function validateFieldRequirement(requirement: JsonObject, path: FieldPath): FieldError[] {
  const key = textAt(requirement, "key") === "" ? [required(path.child("key"), "must be specified")] : [];
  return [...key, ...validateValues(requirement, path)];
}

function validateLabelRequirement(requirement: JsonObject, path: FieldPath): FieldError[] {
  const key = textAt(requirement, "key");
  const values = asTexts(requirement.values);
  return [
    ...validateValues(requirement, path),
    ...checkLabelKey(key).map((fault) => invalid(path.child("key"), key, fault)),
    ...values.flatMap((value, i) =>
      checkLabelValue(value).map((fault) => invalid(path.child("values").index(i), value, fault)),
    ),
  ];
}

/**
 * Kubernetes: an unknown operator is not an error, since newer clients may send one
 * (apis/authorization/validation/validation.go validateLabelSelectorAttributes, v1.36).
 */
function validateValues(requirement: JsonObject, path: FieldPath): FieldError[] {
  const count = asTexts(requirement.values).length;
  switch (textAt(requirement, "operator")) {
    case "In":
    case "NotIn":
      return count > 0 ? [] : [required(path.child("values"), "must be specified when `operator` is 'In' or 'NotIn'")];
    case "Exists":
    case "DoesNotExist": {
      const why = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
      return count === 0 ? [] : [forbidden(path.child("values"), why)];
    }
    default:
      return [];
  }
}

const NOTHING: JsonObject = {};

export function readFieldSelector(selector: JsonObject = NOTHING): ReadSelector<FieldSelector> {
  const requirements = objectsAt(selector, "requirements");
  if (requirements.length === 0) {
    return orNothing<FieldSelector>(parseFieldSelector(textAt(selector, "rawSelector")).value);
  }
  const understood = requirements.flatMap((requirement): FieldSelector => {
    const operator = FIELD_OPERATORS.get(textAt(requirement, "operator"));
    const [value, ...others] = asTexts(requirement.values);
    return operator === undefined || value === undefined || others.length > 0
      ? []
      : [{ field: textAt(requirement, "key"), operator, value }];
  });
  return { selector: understood, isPartial: understood.length < requirements.length };
}

export function readLabelSelector(selector: JsonObject = NOTHING): ReadSelector<LabelSelector> {
  const requirements = objectsAt(selector, "requirements");
  if (requirements.length === 0) {
    return orNothing<LabelSelector>(parseLabelSelector(textAt(selector, "rawSelector")).value);
  }
  const understood = requirements.flatMap((requirement): LabelRequirement[] => {
    const operator = LABEL_OPERATORS.get(textAt(requirement, "operator"));
    const wanted = { key: textAt(requirement, "key"), values: asTexts(requirement.values) };
    const { value } = operator === undefined ? { value: undefined } : createLabelRequirement({ ...wanted, operator });
    return value === undefined ? [] : [value];
  });
  return { selector: understood, isPartial: understood.length < requirements.length };
}

const FIELD_OPERATORS: ReadonlyMap<string, "=" | "!="> = new Map([
  ["In", "="],
  ["NotIn", "!="],
]);

const LABEL_OPERATORS: ReadonlyMap<string, LabelOperator> = new Map([
  ["In", "in"],
  ["NotIn", "notin"],
  ["Exists", "exists"],
  ["DoesNotExist", "!"],
]);

function orNothing<T extends FieldSelector | LabelSelector>(selector: T | undefined): ReadSelector<T> {
  return { selector: selector ?? ([] as unknown as T), isPartial: selector === undefined };
}
