import { getOwn, isJsonObject, type JsonObject } from "@kiln/api";
import { inlineReferences, type SchemaSource } from "@kiln/schema";

const ANY: JsonObject = { "x-kubernetes-preserve-unknown-fields": true };

/**
 * Converts an OpenAPI v3 schema to the form of a CRD schema, without references. A recursive type allows any object
 * from its second level on. Quantities, which are strings or numbers, and metadata, which has rules of its own, allow
 * any value.
 */
export function inlineSchema(source: SchemaSource): JsonObject {
  const inlined = inlineReferences(source, { replace: replaceReference, change: toStructural });
  const properties = getOwn(inlined, "properties");
  return isJsonObject(properties) && Object.hasOwn(properties, "metadata")
    ? { ...inlined, properties: { ...properties, metadata: { type: "object" } } }
    : inlined;
}

function replaceReference(reference: string, above: readonly string[]): JsonObject | undefined {
  if (above.includes(reference)) {
    return { type: "object", ...ANY };
  }
  return reference.endsWith(".resource.Quantity") ? ANY : undefined;
}

function toStructural({ "x-kubernetes-group-version-kind": _, ...schema }: JsonObject): JsonObject {
  return schema.format === "int-or-string" ? { "x-kubernetes-int-or-string": true } : schema;
}
