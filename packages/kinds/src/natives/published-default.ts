import type { JsonValue } from "@kiln/api";
import type { NativeField, NativeType } from "./native-type.ts";

/**
 * The default that OpenAPI publishes for a field. Kubernetes: mostly Go's zero value of a field without omitempty
 * (kube-openapi/pkg/generators/openapi.go generateDefault, v1.36).
 */
export function publishedDefault(field: NativeField): JsonValue | undefined {
  if (field.default !== undefined) {
    return formOf(field.type) === "string" ? field.default : (JSON.parse(field.default) as JsonValue);
  }
  return field.isKept || field.type.form === "struct" ? zeroDefault(field.type) : undefined;
}

/** Published default of a value that cannot be absent, such as a list item. */
export function zeroDefault(type: NativeType): JsonValue | undefined {
  switch (type.form) {
    case "struct":
      return {};
    case "string":
      return "";
    case "bool":
      return false;
    case "int32":
    case "int64":
    case "float64":
      return 0;
    default:
      return undefined;
  }
}

function formOf(type: NativeType): NativeType["form"] {
  return type.form === "pointer" ? formOf(type.to) : type.form;
}
