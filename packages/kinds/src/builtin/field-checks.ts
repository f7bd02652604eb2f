import {
  asInteger,
  asText,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkLabelKey,
  checkPortName,
  checkPortNumber,
  checkRange,
  deepEqual,
  FIELD_IMMUTABLE,
  type FieldError,
  type FieldPath,
  getOwn,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NameFaults,
  notSupported,
  printGoJson,
  required,
} from "@kiln/api";

// Small rules shared by many kinds, with Kubernetes' messages. An absent value counts as Go's zero value: zero, or the
// empty string.

type Value = JsonValue | undefined;

/** One error for each violation of a string. */
export function checkText(value: Value, path: FieldPath, check: (text: string) => NameFaults): FieldError[] {
  const text = asText(value);
  return check(text).map((fault) => invalid(path, text, fault));
}

export function checkLabel(value: Value, path: FieldPath): FieldError[] {
  return checkText(value, path, checkDns1123Label);
}

export function checkSubdomain(value: Value, path: FieldPath): FieldError[] {
  return checkText(value, path, checkDns1123Subdomain);
}

export function checkQualifiedName(value: Value, path: FieldPath): FieldError[] {
  return checkText(value, path, checkLabelKey);
}

export function requireText(value: Value, path: FieldPath, detail = ""): FieldError[] {
  return asText(value) === "" ? [required(path, detail)] : [];
}

/** Required; a present value is validated further. */
export function requireAnd(
  value: Value,
  path: FieldPath,
  check: (value: Value, path: FieldPath) => FieldError[],
): FieldError[] {
  return asText(value) === "" ? [required(path, "")] : check(value, path);
}

export function checkNonNegative(value: Value, path: FieldPath): FieldError[] {
  const number = asInteger(value);
  return number < 0 ? [invalid(path, number, "must be greater than or equal to 0")] : [];
}

export function checkPositive(value: Value, path: FieldPath): FieldError[] {
  const number = asInteger(value);
  return number <= 0 ? [invalid(path, number, "must be greater than zero")] : [];
}

export function checkBetween(value: Value, path: FieldPath, [min, max]: readonly [number, number]): FieldError[] {
  const number = asInteger(value);
  return checkRange(number, min, max).map((fault) => invalid(path, number, fault));
}

/** Checks that several fields of one object are not negative, in the given order. */
export function checkCounts(object: JsonObject, path: FieldPath, fields: readonly string[]): FieldError[] {
  return fields.flatMap((field) => checkNonNegative(getOwn(object, field), path.child(field)));
}

export function checkSupported(value: Value, path: FieldPath, supported: readonly string[]): FieldError[] {
  const text = asText(value);
  return supported.includes(text) ? [] : [notSupported(path, text, supported)];
}

/** Checks an optional field. */
export function checkIfSet(
  value: Value,
  path: FieldPath,
  check: (value: Value, path: FieldPath) => FieldError[],
): FieldError[] {
  return value === undefined ? [] : check(value, path);
}

export function checkImmutable(now: Value, old: Value, path: FieldPath): FieldError[] {
  return deepEqual(now ?? null, old ?? null) ? [] : [invalid(path, now ?? null, FIELD_IMMUTABLE)];
}

/** A port by number or by name. */
export function checkPort(value: Value, path: FieldPath): FieldError[] {
  if (typeof value === "string") {
    return checkText(value, path, checkPortName);
  }
  const number = asInteger(value);
  return checkPortNumber(number).map((fault) => invalid(path, number, fault));
}

/** An error about a value of several fields, which Kubernetes prints in the order in which Go declares them. */
export function withDeclaredOrder(error: FieldError, fields: readonly string[]): FieldError {
  const { value } = error;
  return isJsonObject(value) ? { ...error, printed: printInOrder(value, fields) } : error;
}

function printInOrder(value: JsonObject, fields: readonly string[]): string {
  const parts = fields.flatMap((field) => {
    const found = getOwn(value, field);
    return found === undefined ? [] : [`"${field}":${printGoJson(found)}`];
  });
  return `{${parts.join(",")}}`;
}

/** Fields of a label selector in the order of Kubernetes' messages. */
export const SELECTOR_FIELDS: readonly string[] = ["matchLabels", "matchExpressions"];
