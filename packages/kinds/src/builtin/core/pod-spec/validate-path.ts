import { asText, type FieldError, type FieldPath, invalid, type JsonValue } from "@kiln/api";

type Value = JsonValue | undefined;

/** The path has no `..` segment. */
export function checkNoBacksteps(value: Value, path: FieldPath): FieldError[] {
  const text = asText(value);
  return text.split("/").includes("..") ? [invalid(path, text, "must not contain '..'")] : [];
}

/** A relative path that stays below its start. */
export function checkDescendingPath(value: Value, path: FieldPath): FieldError[] {
  const text = asText(value);
  return [
    ...(text.startsWith("/") ? [invalid(path, text, "must be a relative path")] : []),
    ...checkNoBacksteps(text, path),
  ];
}

/** Name of a file in a volume written by the kubelet, which reserves some names. */
export function checkVolumeFilePath(value: Value, path: FieldPath): FieldError[] {
  const text = asText(value);
  const isReserved = text.startsWith("..") && !text.startsWith("../");
  return [...checkDescendingPath(text, path), ...(isReserved ? [invalid(path, text, "must not start with '..'")] : [])];
}
