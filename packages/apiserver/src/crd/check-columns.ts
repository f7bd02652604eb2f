import { appendAll, type FieldError, type FieldPath, invalid, required } from "@kiln/api";
import type { ColumnDefinition } from "@kiln/kinds";
import { checkSimplePath } from "./check-simple-path.ts";

const TYPES = ["boolean", "date", "integer", "number", "string"];
const FORMATS = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

export function checkColumns(columns: readonly ColumnDefinition[], path: FieldPath): FieldError[] {
  return columns.flatMap((column, index) => checkColumn(column, path.index(index)));
}

function checkColumn({ name, type, format = "", jsonPath }: ColumnDefinition, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (name === "") {
    errors.push(required(path.child("name"), ""));
  }
  if (type === "") {
    errors.push(required(path.child("type"), mustBeOneOf(TYPES)));
  } else if (!TYPES.includes(type)) {
    errors.push(invalid(path.child("type"), type, mustBeOneOf(TYPES)));
  }
  if (format !== "" && !FORMATS.includes(format)) {
    errors.push(invalid(path.child("format"), format, mustBeOneOf(FORMATS)));
  }
  // Kubernetes: the field is jsonPath in v1, and JSONPath in every error (apiextensions/validation/validation.go
  // ValidateCustomResourceColumnDefinition, v1.36).
  const at = path.child("JSONPath");
  appendAll(errors, jsonPath === "" ? [required(at, "")] : checkSimplePath(jsonPath, at));
  return errors;
}

function mustBeOneOf(values: readonly string[]): string {
  return `must be one of ${values.join(",")}`;
}
