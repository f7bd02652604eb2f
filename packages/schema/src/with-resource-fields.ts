import type { JsonSchema } from "./json-schema.ts";

const text: JsonSchema = { type: "string" };
const metadata: JsonSchema = {
  type: "object",
  properties: new Map([
    ["name", text],
    ["generateName", text],
  ]),
};

/**
 * Kubernetes: rules of a resource see apiVersion, kind and of metadata only name and generateName, independent of the
 * schema (schema/cel/model/schemas.go WithTypeAndObjectMeta, v1.36).
 */
export function withResourceFields(schema: JsonSchema): JsonSchema {
  const { properties } = schema;
  const known = properties?.get("metadata");
  const hasAll =
    properties?.get("kind")?.type === "string" &&
    properties.get("apiVersion")?.type === "string" &&
    known?.type === "object" &&
    known.properties?.get("name")?.type === "string" &&
    known.properties.get("generateName")?.type === "string";
  if (hasAll) {
    return schema;
  }
  const added: [string, JsonSchema][] = [
    ["kind", text],
    ["apiVersion", text],
    ["metadata", metadata],
  ];
  return { ...schema, properties: new Map([...(properties ?? []), ...added]) };
}
