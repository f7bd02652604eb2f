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

export function checkDataKeys(data: Readonly<Record<string, string>>, field: string): FieldError[] {
  const path = fieldPath(field);
  return Object.keys(data).flatMap((key) => checkConfigMapKey(key).map((fault) => invalid(path.key(key), key, fault)));
}

/**
 * Number of bytes of all values. Called before types are checked, too: a value that is no string is rejected later,
 * whatever its size.
 */
export function countBytes(data: Readonly<Record<string, unknown>>, encoding: "text" | "base64"): number {
  const measure = encoding === "text" ? utf8Length : base64Length;
  let bytes = 0;
  for (const value of Object.values(data)) {
    bytes += typeof value === "string" ? measure(value) : 0;
  }
  return bytes;
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
