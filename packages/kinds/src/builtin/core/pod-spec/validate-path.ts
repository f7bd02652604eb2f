import { asText, type FieldError, type FieldPath, invalid, type JsonValue } from "@kiln/api";

type Value = JsonValue | undefined;

/** No step of the path leads up. */
export function checkNoBacksteps(value: Value, path: FieldPath): FieldError[] {
  const text = asText(value);
  return text.split("/").includes("..") ? [invalid(path, text, "must not contain '..'")] : [];
}

/** A path that stays below where it starts. */
export function checkDescendingPath(value: Value, path: FieldPath): FieldError[] {
  const text = asText(value);
  return [
    ...(text.startsWith("/") ? [invalid(path, text, "must be a relative path")] : []),
    ...checkNoBacksteps(text, path),
  ];
}

/** A name of a file in a volume whose files are written by the node, which keeps some names for itself. */
export function checkVolumeFilePath(value: Value, path: FieldPath): FieldError[] {
  const text = asText(value);
  const isReserved = text.startsWith("..") && !text.startsWith("../");
  return [...checkDescendingPath(text, path), ...(isReserved ? [invalid(path, text, "must not start with '..'")] : [])];
}
