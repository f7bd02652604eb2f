import { printGoJson, printGoNumber, quoteGo } from "../go/go-print.ts";
import type { JsonValue } from "../value/json-value.ts";
import type { FieldPath } from "./field-path.ts";

/** Types of field errors; the values are the reasons of causes in a Status. */
export type FieldErrorReason =
  | "FieldValueNotFound"
  | "FieldValueRequired"
  | "FieldValueDuplicate"
  | "FieldValueInvalid"
  | "FieldValueNotSupported"
  | "FieldValueForbidden"
  | "FieldValueTooLong"
  | "FieldValueTooMany"
  | "FieldValueTooFew"
  | "FieldValueTooShort"
  | "FieldValueTypeInvalid"
  | "InternalError";

/** One error of one field, as data. {@link printFieldErrorBody} and {@link printFieldError} print it. */
export interface FieldError {
  readonly reason: FieldErrorReason;
  /** Printed path of the field; `<nil>` for the whole object. */
  readonly field: string;
  /** Invalid value; absent where Kubernetes prints none. */
  readonly value?: JsonValue;
  /**
   * Text of the value where it differs from the usual form of {@link value}: Kubernetes prints structs in declared
   * order.
   */
  readonly printed?: string;
  readonly detail: string;
}

type Where = FieldPath | string;

const TITLES: Readonly<Record<FieldErrorReason, string>> = {
  FieldValueNotFound: "Not found",
  FieldValueRequired: "Required value",
  FieldValueDuplicate: "Duplicate value",
  FieldValueInvalid: "Invalid value",
  FieldValueNotSupported: "Unsupported value",
  FieldValueForbidden: "Forbidden",
  FieldValueTooLong: "Too long",
  FieldValueTooMany: "Too many",
  FieldValueTooFew: "Too few",
  FieldValueTooShort: "Too short",
  FieldValueTypeInvalid: "Invalid value",
  InternalError: "Internal error",
};

/** Kubernetes' message for a change of an immutable field. */
export const FIELD_IMMUTABLE = "field is immutable";

/** Message of a Status cause: the error without the field's name. */
export function printFieldErrorBody(error: FieldError): string {
  const title = TITLES[error.reason];
  const value = error.printed ?? (error.value === undefined ? undefined : printValue(error.value));
  const head = value === undefined ? title : `${title}: ${value}`;
  return error.detail === "" ? head : `${head}: ${error.detail}`;
}

export function printFieldError(error: FieldError): string {
  return `${error.field}: ${printFieldErrorBody(error)}`;
}

/** Errors as one text, without duplicates, in brackets if there are several. */
export function printFieldErrors(errors: readonly FieldError[]): string {
  const sentences = [...new Set(errors.map(printFieldError))];
  return sentences.length > 1 ? `[${sentences.join(", ")}]` : sentences.join("");
}

/**
 * Kubernetes: strings are quoted as Go does, numbers and booleans are plain, everything else is JSON
 * (validation/field/errors.go ErrorBody, v1.36).
 */
function printValue(value: JsonValue): string {
  switch (typeof value) {
    case "string":
      return quoteGo(value);
    case "number":
    case "bigint":
      return printGoNumber(value);
    default:
      return printGoJson(value);
  }
}

export function notFound(field: Where, value: JsonValue): FieldError {
  return { reason: "FieldValueNotFound", field: String(field), value, detail: "" };
}

export function required(field: Where, detail: string): FieldError {
  return { reason: "FieldValueRequired", field: String(field), detail };
}

export function duplicate(field: Where, value: JsonValue): FieldError {
  return { reason: "FieldValueDuplicate", field: String(field), value, detail: "" };
}

/** Error for an invalid value. Without `value` where Kubernetes prints none. */
export function invalid(field: Where, value: JsonValue | undefined, detail: string): FieldError {
  return value === undefined
    ? { reason: "FieldValueInvalid", field: String(field), detail }
    : { reason: "FieldValueInvalid", field: String(field), value, detail };
}

export function typeInvalid(field: Where, value: JsonValue, detail: string): FieldError {
  return { reason: "FieldValueTypeInvalid", field: String(field), value, detail };
}

export function notSupported(field: Where, value: JsonValue, supported: readonly string[]): FieldError {
  const detail = supported.length === 0 ? "" : `supported values: ${supported.map(quoteGo).join(", ")}`;
  return { reason: "FieldValueNotSupported", field: String(field), value, detail };
}

/**
 * Kubernetes: a text whose Go type is a named string or a pointer is printed as JSON, with other escapes than a string
 * has (validation/field/errors.go ErrorBody, v1.36).
 */
export function asNamedString(error: FieldError): FieldError {
  return typeof error.value === "string" ? { ...error, printed: printGoJson(error.value) } : error;
}

export function forbidden(field: Where, detail: string): FieldError {
  return { reason: "FieldValueForbidden", field: String(field), detail };
}

/**
 * Kubernetes: the message says bytes even where characters were counted, and omits the value
 * (validation/field/errors.go TooLong, v1.36).
 */
export function tooLong(field: Where, maxLength: number): FieldError {
  const detail = maxLength < 0 ? "value is too long" : `may not be more than ${count(maxLength, "byte")}`;
  return { reason: "FieldValueTooLong", field: String(field), detail };
}

/**
 * Kubernetes: the message says characters and omits the value (apiserver/validation/validation.go
 * kubeOpenAPIResultToFieldErrors, v1.36).
 */
export function tooShort(field: Where, minLength: number): FieldError {
  const detail = minLength < 0 ? "value is too short" : `must be at least ${count(minLength, "character")}`;
  return { reason: "FieldValueTooShort", field: String(field), detail };
}

export function tooMany(field: Where, actual: number, max: number): FieldError {
  const detail = max < 0 ? "has too many items" : `must have at most ${count(max, "item")}`;
  return actual < 0
    ? { reason: "FieldValueTooMany", field: String(field), detail }
    : { reason: "FieldValueTooMany", field: String(field), value: actual, detail };
}

export function tooFew(field: Where, actual: number, min: number): FieldError {
  const detail = min < 0 ? "has too few items" : `must have at least ${count(min, "item")}`;
  return { reason: "FieldValueTooFew", field: String(field), value: actual, detail };
}

export function internalFault(field: Where, detail: string): FieldError {
  return { reason: "InternalError", field: String(field), detail };
}

function count(n: number, unit: string): string {
  return n === 1 ? `1 ${unit}` : `${n} ${unit}s`;
}
