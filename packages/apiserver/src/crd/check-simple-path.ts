import { type FieldError, type FieldPath, invalid } from "@kiln/api";

/** A JSON path in dots, `.spec.replicas`. Kubernetes: nothing but the first character is looked at. */
export function checkSimplePath(path: string, at: FieldPath): FieldError[] {
  return path.startsWith(".") ? [] : [invalid(at, path, "must be a simple json path starting with .")];
}
