import { getOwn, isJsonObject, type JsonObject, type JsonValue, listAt } from "@kiln/api";

/** A schema of OpenAPI v3 or of a CRD, and the function that finds the targets of its references. */
export interface SchemaSource {
  readonly root: JsonObject;
  /** Finds the schema of a `$ref`. Absent: references stay unresolved. */
  readonly resolve?: (reference: string) => JsonObject | undefined;
}

/** Maximum chain of references; a longer one counts as circular. */
const MAX_REFERENCES = 16;

/** The schema with `$ref`, alone or as the only branch of `allOf`, replaced by its target. */
export function resolveSchema(source: SchemaSource, schema: JsonObject): JsonObject {
  let resolved = schema;
  for (let count = 0; count < MAX_REFERENCES; count++) {
    const reference = referenceOf(resolved);
    const target = reference === undefined ? undefined : source.resolve?.(reference);
    if (target === undefined) {
      return resolved;
    }
    resolved = { ...target, ...besideReference(resolved) };
  }
  return resolved;
}

/** Target of the schema's reference; undefined if it has none. */
function referenceOf(schema: JsonObject): string | undefined {
  const branches = listAt(schema, "allOf");
  const only = branches.length === 1 && isJsonObject(branches[0]) ? branches[0] : undefined;
  const reference = getOwn(schema, "$ref") ?? (only && getOwn(only, "$ref"));
  return typeof reference === "string" ? reference : undefined;
}

/**
 * Keywords beside a reference take precedence: their description is about the field, that of the target about the type.
 */
function besideReference({ $ref: _, allOf: __, ...beside }: JsonObject): JsonObject {
  return beside;
}

export interface Inlining {
  /**
   * Schema that replaces a reference and the keywords beside it; undefined: the target is inlined. `above` are the
   * enclosing references: a type that contains itself needs a replacement.
   */
  replace(reference: string, above: readonly string[], beside: JsonObject): JsonObject | undefined;
  /** Changes a resolved schema before those below it are inlined. */
  change?(schema: JsonObject): JsonObject;
}

/** Keywords whose value is one schema (`ONE`), a list or a map of schemas. */
const ONE = ["items", "additionalProperties", "not"];
const LISTS = ["allOf", "anyOf", "oneOf"];
const MAPS = ["properties"];

/** Schema without references, as a CRD requires it. */
export function inlineReferences(source: SchemaSource, inlining: Inlining): JsonObject {
  return inline(source, inlining, { schema: source.root, above: [] });
}

interface Place {
  readonly schema: JsonObject;
  readonly above: readonly string[];
}

function inline(source: SchemaSource, inlining: Inlining, { schema, above }: Place): JsonObject {
  const reference = referenceOf(schema);
  const replaced = reference && inlining.replace(reference, above, besideReference(schema));
  if (replaced !== undefined && replaced !== "") {
    return replaced;
  }
  const within = reference === undefined ? above : [...above, reference];
  const resolved = resolveSchema(source, schema);
  const below = (value: JsonValue | undefined): JsonValue =>
    isJsonObject(value) ? inline(source, inlining, { schema: value, above: within }) : (value ?? null);
  return inlineBelow(inlining.change?.(resolved) ?? resolved, below);
}

function inlineBelow(schema: JsonObject, below: (value: JsonValue | undefined) => JsonValue): JsonObject {
  const entries = Object.entries(schema).map(([keyword, value]): [string, JsonValue | undefined] => {
    if (ONE.includes(keyword)) {
      return [keyword, below(value)];
    }
    if (LISTS.includes(keyword) && Array.isArray(value)) {
      return [keyword, value.map(below)];
    }
    return [keyword, MAPS.includes(keyword) && isJsonObject(value) ? mapValues(value, below) : value];
  });
  return Object.fromEntries(entries) as JsonObject;
}

function mapValues(object: JsonObject, change: (value: JsonValue | undefined) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
