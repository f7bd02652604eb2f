import {
  checkConfigMapKey,
  type FieldError,
  fieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  setOwn,
  utf8Length,
} from "@kiln/api";
import { base64Length, canonicalBase64 } from "./base64-value.ts";

/** Maximum bytes of all values in a ConfigMap or Secret. */
export const MAX_DATA_BYTES: number = 1024 * 1024;

/** Values in this field by key; empty if it is absent. */
export function dataOf(object: JsonObject, field: string): Readonly<Record<string, string>> {
  const data = object[field];
  return isJsonObject(data) ? (data as Record<string, string>) : {};
}

/** Errors of the keys in a field, and the number of bytes of its values. */
export interface DataCheck {
  readonly errors: readonly FieldError[];
  readonly bytes: number;
}

/** Checks keys and counts bytes in one walk: the engine takes long to list the keys of a large object. */
export function checkEntries(object: JsonObject, field: string, encoding: Encoding): DataCheck {
  const path = fieldPath(field);
  const data = dataOf(object, field);
  const errors: FieldError[] = [];
  let bytes = 0;
  for (const key in data) {
    for (const fault of checkConfigMapKey(key)) {
      errors.push(invalid(path.key(key), key, fault));
    }
    bytes += measure(data[key], encoding);
  }
  return { errors, bytes };
}

/**
 * Number of bytes of all values. Called before types are checked, too: a value that is no string is rejected later,
 * whatever its size.
 */
export function countBytes(data: Readonly<Record<string, unknown>>, encoding: Encoding): number {
  let bytes = 0;
  for (const key in data) {
    bytes += measure(data[key], encoding);
  }
  return bytes;
}

type Encoding = "text" | "base64";

function measure(value: unknown, encoding: Encoding): number {
  if (typeof value !== "string") {
    return 0;
  }
  return encoding === "text" ? utf8Length(value) : base64Length(value);
}

/** Replaces the values of this field by their canonical base64. */
export function canonicalizeBytes(object: JsonObject, field: string): void {
  const data = object[field];
  if (!isJsonObject(data)) {
    return;
  }
  for (const key of Object.keys(data)) {
    setOwn(data, key, canonicalBase64(String(data[key])));
  }
}
