import { getOwn, isJsonObject, type JsonObject } from "@kiln/api";
import { inlineReferences, type SchemaSource } from "@kiln/schema";

const ANY: JsonObject = { "x-kubernetes-preserve-unknown-fields": true };

/**
 * A schema of OpenAPI v3 in the form of a CRD: without references. A recursive type is any object from its second level
 * on. Quantities, which are strings or numbers, and metadata, which has its own rules, are anything.
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
