import { getOwn, isJsonObject, type JsonObject, type JsonValue, objectAt } from "@kiln/api";
import { resolveSchema, type SchemaSource } from "@kiln/schema";

/** Schema of the field at a path; undefined if the schema does not describe the field. */
export function schemaAt(source: SchemaSource, path: readonly (string | number)[]): JsonObject | undefined {
  let schema: JsonObject | undefined = resolveSchema(source, source.root);
  for (const step of path) {
    const below: JsonValue | undefined = typeof step === "number" ? itemsOf(schema) : propertyOf(schema, step);
    if (!isJsonObject(below)) {
      return undefined;
    }
    schema = resolveSchema(source, below);
  }
  return schema;
}

function itemsOf(schema: JsonObject): JsonValue | undefined {
  return getOwn(schema, "items");
}

function propertyOf(schema: JsonObject, name: string): JsonValue | undefined {
  return getOwn(objectAt(schema, "properties"), name) ?? getOwn(schema, "additionalProperties");
}

/** Type of a schema in words: `string`, `[]object`, `map[string]integer`, `int-or-string`. */
export function printSchemaType(source: SchemaSource, given: JsonObject): string {
  const schema = resolveSchema(source, given);
  if (getOwn(schema, "x-kubernetes-int-or-string") === true) {
    return "int-or-string";
  }
  const type = String(getOwn(schema, "type") ?? "any");
  const items = getOwn(schema, "items");
  if (type === "array" && isJsonObject(items)) {
    return `[]${printSchemaType(source, items)}`;
  }
  const values = getOwn(schema, "additionalProperties");
  return type === "object" && isJsonObject(values) ? `map[string]${printSchemaType(source, values)}` : type;
}
