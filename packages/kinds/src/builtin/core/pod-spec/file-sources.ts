import {
  asInteger,
  asObjects,
  type FieldError,
  type FieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  required,
} from "@kiln/api";
import { type CheckFields, fieldRules } from "../../field-rules.ts";
import { validateFileRef, validateResourceFieldRef } from "./validate-field-ref.ts";
import { checkVolumeFilePath } from "./validate-path.ts";

const MAX_MODE = 0o777;

/** Validates permission bits of a file. */
export function checkMode(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const mode = asInteger(value);
  return mode < 0 || mode > MAX_MODE
    ? [invalid(path, mode, "must be a number between 0 and 0777 (octal), both inclusive")]
    : [];
}

/** Validates a key of a Secret or ConfigMap and its path in the volume. */
export const validateKeyFile: CheckFields = fieldRules(
  { "key,path": "required" },
  { path: checkVolumeFilePath, mode: checkMode },
);

/** Validation of a Secret or ConfigMap volume; `name` is the field with the object's name. */
export function keyFiles(name: string): CheckFields {
  return fieldRules({ [name]: "required", defaultMode: checkMode, "items[]": validateKeyFile });
}

/** Kubernetes: errors of a file are reported at the volume (validation.go validateDownwardAPIVolumeFile, v1.36). */
export function validateDownwardApi({ defaultMode, items }: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...checkMode(defaultMode, path.child("defaultMode")),
    ...asObjects(items).flatMap((file) => validateDownwardFile(file, path)),
  ];
}

export const validateDownwardFile: CheckFields = fieldRules(
  { path: "required" },
  { path: checkVolumeFilePath },
  validateFileSource,
  { mode: checkMode },
);

function validateFileSource({ fieldRef, resourceFieldRef }: JsonObject, path: FieldPath): FieldError[] {
  if (isJsonObject(fieldRef)) {
    const both = "fieldRef and resourceFieldRef can not be specified simultaneously";
    return [
      ...validateFileRef(fieldRef, path.child("fieldRef")),
      ...(resourceFieldRef === undefined ? [] : [invalid(path, "resource", both)]),
    ];
  }
  return isJsonObject(resourceFieldRef)
    ? validateResourceFieldRef(resourceFieldRef, path.child("resourceFieldRef"), { needsContainer: true })
    : [required(path, "one of fieldRef and resourceFieldRef is required")];
}
