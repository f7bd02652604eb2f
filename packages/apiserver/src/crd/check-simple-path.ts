import { type FieldError, type FieldPath, invalid } from "@kiln/api";

/**
 * Validates a dotted JSON path such as `.spec.replicas`. Kubernetes: only the first character is checked
 * (apiextensions/validation/validation.go validateSimpleJSONPath, v1.36).
 */
export function checkSimplePath(path: string, at: FieldPath): FieldError[] {
  return path.startsWith(".") ? [] : [invalid(at, path, "must be a simple json path starting with .")];
}
