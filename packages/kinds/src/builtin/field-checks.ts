import {
  asInteger,
  asNamedString,
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

// Checks of fields that many kinds share, with Kubernetes' messages. An absent value counts as Go's zero value: zero,
// or the empty string.

type Value = JsonValue | undefined;

/** Validates a string; one error for each violation. */
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

/** Validates a required field: an absent value is one error, a present one is checked by `check`. */
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

/** Validates a field with a fixed set of values, whose Go type is a named string, as for nearly all such fields. */
export function checkSupported(value: Value, path: FieldPath, supported: readonly string[]): FieldError[] {
  const text = asText(value);
  return supported.includes(text) ? [] : [asNamedString(notSupported(path, text, supported))];
}

export function checkImmutable(now: Value, old: Value, path: FieldPath): FieldError[] {
  return deepEqual(now ?? null, old ?? null) ? [] : [invalid(path, now ?? null, FIELD_IMMUTABLE)];
}

/** Validates a port: a number or a name. */
export function checkPort(value: Value, path: FieldPath): FieldError[] {
  if (typeof value === "string") {
    return checkText(value, path, checkPortName);
  }
  const number = asInteger(value);
  return checkPortNumber(number).map((fault) => invalid(path, number, fault));
}

/** Error whose value is an object, with its fields in the order in which Go declares them. */
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

/** Fields of a label selector, in the order of Kubernetes' errors. */
export const SELECTOR_FIELDS: readonly string[] = ["matchLabels", "matchExpressions"];
