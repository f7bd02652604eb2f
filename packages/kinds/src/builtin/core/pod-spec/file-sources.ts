import {
  asInteger,
  asObjects,
  asText,
  type FieldError,
  type FieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  required,
} from "@kiln/api";
import { requireText } from "../../field-checks.ts";
import { FILE_FIELDS, validateFieldRef, validateResourceFieldRef } from "./validate-field-ref.ts";
import { checkVolumeFilePath } from "./validate-path.ts";

const MAX_MODE = 0o777;

/** Permission bits of a file. */
export function checkMode(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const mode = asInteger(value);
  return mode < 0 || mode > MAX_MODE
    ? [invalid(path, mode, "must be a number between 0 and 0777 (octal), both inclusive")]
    : [];
}

/** A Secret or a ConfigMap as files. */
export function validateKeyFiles(
  source: JsonObject,
  path: FieldPath,
  { name }: { readonly name: string },
): FieldError[] {
  return [
    ...requireText(source[name], path.child(name)),
    ...checkMode(source.defaultMode, path.child("defaultMode")),
    ...asObjects(source.items).flatMap((item, i) => validateKeyFile(item, path.child("items").index(i))),
  ];
}

export function validateKeyFile({ key, path: file, mode }: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...requireText(key, path.child("key")),
    ...requireText(file, path.child("path")),
    ...checkVolumeFilePath(file, path.child("path")),
    ...checkMode(mode, path.child("mode")),
  ];
}

/** Kubernetes: errors of a file are reported at the volume (validation.go validateDownwardAPIVolumeFile, v1.36). */
export function validateDownwardApi({ defaultMode, items }: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...checkMode(defaultMode, path.child("defaultMode")),
    ...asObjects(items).flatMap((file) => validateDownwardFile(file, path)),
  ];
}

export function validateDownwardFile(file: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...(asText(file.path) === "" ? [required(path.child("path"), "")] : []),
    ...checkVolumeFilePath(file.path, path.child("path")),
    ...validateFileSource(file, path),
    ...checkMode(file.mode, path.child("mode")),
  ];
}

function validateFileSource({ fieldRef, resourceFieldRef }: JsonObject, path: FieldPath): FieldError[] {
  if (isJsonObject(fieldRef)) {
    const both = "fieldRef and resourceFieldRef can not be specified simultaneously";
    return [
      ...validateFieldRef(fieldRef, path.child("fieldRef"), FILE_FIELDS),
      ...(resourceFieldRef === undefined ? [] : [invalid(path, "resource", both)]),
    ];
  }
  return isJsonObject(resourceFieldRef)
    ? validateResourceFieldRef(resourceFieldRef, path.child("resourceFieldRef"), { needsContainer: true })
    : [required(path, "one of fieldRef and resourceFieldRef is required")];
}
