import { isJsonObject, type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import { DEFINITIONS } from "./print-paths-v2.ts";
import { SCHEMAS } from "./print-paths-v3.ts";

/** Schema of a built-in type as OpenAPI v2 publishes it, from its OpenAPI v3 schema. */
export function toDefinition(schema: JsonObject): JsonObject {
  const { default: _, allOf, oneOf, properties, items, additionalProperties, ...rest } = schema;
  return {
    ...rest,
    ...referenceIn(allOf ?? (schema.$ref === undefined ? undefined : [{ $ref: schema.$ref }])),
    // Kubernetes: a field of several types is a string in v2 (openapi/v2/conversion.go ToStructuralOpenAPIV2, v1.36).
    ...(oneOf === undefined ? {} : { type: "string" }),
    ...(isJsonObject(properties) ? { properties: mapValues(properties) } : {}),
    ...(isJsonObject(items) ? { items: toDefinition(items) } : {}),
    ...(isJsonObject(additionalProperties) ? { additionalProperties: toDefinition(additionalProperties) } : {}),
  };
}

/** `allOf` is used only around one reference, to describe it. */
function referenceIn(allOf: JsonValue | undefined): JsonObject {
  const [only] = Array.isArray(allOf) ? allOf : [];
  const reference = isJsonObject(only) ? only.$ref : undefined;
  return typeof reference === "string" ? { $ref: reference.replace(SCHEMAS, DEFINITIONS) } : {};
}

function mapValues(properties: JsonObject): JsonObject {
  const mapped: JsonObject = {};
  for (const [name, property] of Object.entries(properties)) {
    setOwn(mapped, name, isJsonObject(property) ? toDefinition(property) : property);
  }
  return mapped;
}
