import type { Kind, PublishedSchema } from "../growth/open-api.ts";

/** A field of a kind's objects, or the items of a list or map. `*` stands for the first item or value. */
export interface Field {
  readonly path: readonly string[];
  readonly schema: PublishedSchema;
}

/** Maximum depth: deeper than any type with its own rules; recursive types have no end. */
const MAX_DEPTH = 14;

/** Keywords of schemas that Kiln adds to those of Kubernetes, whose CRDs have no such fields. */
const OWN_KEYWORDS = new Set(["x-kubernetes-mutability", "x-kubernetes-key-mutability", "x-kubernetes-unions"]);

/** Fields of each type, once, where the type is first found nearest to the root. `seen` is shared between kinds. */
export function findFields(kind: Kind, seen: Set<string>): readonly Field[] {
  const fields: Field[] = [];
  let level: readonly Field[] = [{ schema: kind.schema, path: [] }];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    level = level.flatMap((field) => fieldsBelow(kind, field, seen));
    fields.push(...level);
  }
  return fields;
}

/** Fields below a field; adds its type to `seen`. */
function fieldsBelow(kind: Kind, { schema: given, path }: Field, seen: Set<string>): readonly Field[] {
  const { schema, definition } = kind.resolve(given);
  if (definition !== undefined && schema.properties !== undefined) {
    if (seen.has(definition)) {
      return [];
    }
    seen.add(definition);
  }
  if (schema.properties !== undefined) {
    return Object.entries(schema.properties)
      .filter(([name]) => !OWN_KEYWORDS.has(name))
      .map(([name, property]) => ({ schema: property, path: [...path, name] }));
  }
  const inner = schema.items ?? schema.additionalProperties;
  return inner === undefined ? [] : [{ schema: inner, path: [...path, "*"] }];
}
