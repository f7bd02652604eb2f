import { getOwn, isJsonObject, type JsonObject, type JsonValue, listAt, objectAt } from "@kiln/api";

/** A schema as OpenAPI v3 or a CRD writes it, and where its references lead. */
export interface SchemaSource {
  readonly root: JsonObject;
  /** Absent: references lead nowhere. */
  readonly resolve?: (reference: string) => JsonObject | undefined;
}

/** References one after the other before a schema counts as circular. */
const MAX_REFERENCES = 16;

/** The schema with `$ref`, alone or as the only branch of `allOf`, replaced by its target. */
export function resolveSchema(source: SchemaSource, schema: JsonObject): JsonObject {
  let resolved = schema;
  for (let count = 0; count < MAX_REFERENCES; count++) {
    const branches = listAt(resolved, "allOf");
    const only = branches.length === 1 && isJsonObject(branches[0]) ? branches[0] : undefined;
    const reference = getOwn(resolved, "$ref") ?? (only && getOwn(only, "$ref"));
    const target = typeof reference === "string" ? source.resolve?.(reference) : undefined;
    if (target === undefined) {
      return resolved;
    }
    // The description beside a reference is about the field, that of the target about the type.
    const { $ref: _, allOf: __, ...own } = resolved;
    resolved = { ...target, ...own };
  }
  return resolved;
}

/** The schema of the field at a path; undefined if the schema does not describe it. */
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

/** `string`, `[]object`, `map[string]integer`, `int-or-string`. */
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
