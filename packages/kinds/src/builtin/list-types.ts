import { isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";

/**
 * The schema of a built-in kind with a list type for every list that strategic merge patches merge. Kubernetes: the
 * patch strategy is the fallback of a missing list type (schemaconv/smd.go getListElementRelationship, v1.36).
 */
export function withListTypes(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) {
    return schema.map(withListTypes);
  }
  if (!isJsonObject(schema)) {
    return schema;
  }
  const typed = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withListTypes(value)]));
  return { ...typed, ...listTypeOf(schema) };
}

function listTypeOf(schema: JsonObject): JsonObject {
  const strategies = String(schema["x-kubernetes-patch-strategy"] ?? "").split(",");
  if (schema.type !== "array" || schema["x-kubernetes-list-type"] !== undefined || !strategies.includes("merge")) {
    return {};
  }
  const key = schema["x-kubernetes-patch-merge-key"];
  return typeof key === "string"
    ? { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": [key] }
    : { "x-kubernetes-list-type": "set" };
}
