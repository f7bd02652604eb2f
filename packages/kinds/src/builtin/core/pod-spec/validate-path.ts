import { asText, type FieldError, type FieldPath, invalid, type JsonValue } from "@kiln/api";

type Value = JsonValue | undefined;

/** Rejects a path with a `..` segment. */
export function checkNoBacksteps(value: Value, path: FieldPath): FieldError[] {
  const text = asText(value);
  return text.includes("..") && text.split("/").includes("..") ? [invalid(path, text, "must not contain '..'")] : [];
}

/** Validates a relative path without `..` segments. */
export function checkDescendingPath(value: Value, path: FieldPath): FieldError[] {
  const text = asText(value);
  return [
    ...(text.startsWith("/") ? [invalid(path, text, "must be a relative path")] : []),
    ...checkNoBacksteps(text, path),
  ];
}

/** Validates the path of a file in a volume that the kubelet writes, which reserves some names. */
export function checkVolumeFilePath(value: Value, path: FieldPath): FieldError[] {
  const text = asText(value);
  const isReserved = text.startsWith("..") && !text.startsWith("../");
  return [...checkDescendingPath(text, path), ...(isReserved ? [invalid(path, text, "must not start with '..'")] : [])];
}
