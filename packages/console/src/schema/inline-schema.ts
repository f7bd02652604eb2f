import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { resolveSchema, type SchemaSource } from "@kiln/page";

/** Schemas that hold other schemas, by keyword: one, a list, or a map of them. */
const ONE = ["items", "additionalProperties", "not"];
const LISTS = ["allOf", "anyOf", "oneOf"];

/**
 * A schema of OpenAPI v3 as a CRD would write it: without references. A type that contains itself is any object from
 * its second level on. Quantities, which are text or numbers, and metadata, which has rules of its own, are anything.
 */
export function inlineSchema(source: SchemaSource): JsonObject {
  const inlined = inline(source, source.root, []);
  const properties = getOwn(inlined, "properties");
  return isJsonObject(properties) && Object.hasOwn(properties, "metadata")
    ? { ...inlined, properties: { ...properties, metadata: { type: "object" } } }
    : inlined;
}

const ANY: JsonObject = { "x-kubernetes-preserve-unknown-fields": true };

function inline(source: SchemaSource, given: JsonObject, above: readonly JsonObject[]): JsonObject {
  const reference = referenceOf(given);
  const target = reference === undefined ? undefined : source.resolve?.(reference);
  if (target !== undefined && above.includes(target)) {
    return { type: "object", ...ANY };
  }
  if (reference?.endsWith(".resource.Quantity") === true) {
    return ANY;
  }
  const within = target === undefined ? above : [...above, target];
  const { "x-kubernetes-group-version-kind": _, ...schema } = resolveSchema(source, given);
  if (schema.format === "int-or-string") {
    return { "x-kubernetes-int-or-string": true };
  }
  const below = (value: JsonValue): JsonValue => (isJsonObject(value) ? inline(source, value, within) : value);
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (ONE.includes(keyword)) {
        return [keyword, below(value as JsonValue)];
      }
      if (LISTS.includes(keyword) && Array.isArray(value)) {
        return [keyword, value.map(below)];
      }
      return keyword === "properties" && isJsonObject(value) ? [keyword, mapValues(value, below)] : [keyword, value];
    }),
  ) as JsonObject;
}

function referenceOf(schema: JsonObject): string | undefined {
  const [only] = Array.isArray(schema.allOf) && schema.allOf.length === 1 ? schema.allOf : [];
  const reference = getOwn(schema, "$ref") ?? (isJsonObject(only) ? getOwn(only, "$ref") : undefined);
  return typeof reference === "string" ? reference : undefined;
}

function mapValues(object: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value as JsonValue)]));
}
