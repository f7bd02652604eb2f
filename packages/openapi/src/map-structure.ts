import type { JsonSchema } from "@kiln/schema";

/**
 * Copy of a schema with `change` applied to every structural node, outer before inner. allOf, anyOf, oneOf and not are
 * unchanged.
 */
export function mapStructure(schema: JsonSchema, change: (node: JsonSchema) => JsonSchema): JsonSchema {
  const node = change(schema);
  const { properties, items, additionalProperties } = node;
  return {
    ...node,
    ...(properties === undefined ? {} : { properties: mapAll(properties, change) }),
    ...(isSchema(items) ? { items: mapStructure(items, change) } : {}),
    ...(isSchema(additionalProperties) ? { additionalProperties: mapStructure(additionalProperties, change) } : {}),
  };
}

function mapAll(properties: ReadonlyMap<string, JsonSchema>, change: (node: JsonSchema) => JsonSchema) {
  return new Map([...properties].map(([name, property]) => [name, mapStructure(property, change)]));
}

function isSchema(value: JsonSchema["items"] | JsonSchema["additionalProperties"]): value is JsonSchema {
  return typeof value === "object" && !Array.isArray(value);
}
