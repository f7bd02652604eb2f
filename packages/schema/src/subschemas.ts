import type { FieldPath } from "@kiln/api";
import type { JsonSchema } from "./json-schema.ts";

/**
 * Position of a schema below its parent. `structure`: properties, items, additionalProperties, which declare the
 * structure of the value. `junctor`: allOf, anyOf, oneOf, not. `other`: keywords that no structural schema may have.
 */
export type SchemaRelation = "structure" | "junctor" | "other";

export interface Subschema {
  readonly schema: JsonSchema;
  readonly path: FieldPath;
  readonly relation: SchemaRelation;
  readonly keyword: keyof JsonSchema;
  /** Name of the property, for subschemas of `properties`. */
  readonly property?: string;
}

/** Shared by all schemas without subschemas. */
const NONE: readonly never[] = [];

const NESTING: ReadonlySet<string> = new Set<keyof JsonSchema>([
  "properties",
  "additionalProperties",
  "items",
  "not",
  "allOf",
  "oneOf",
  "anyOf",
  "patternProperties",
  "definitions",
  "dependencies",
  "additionalItems",
]);

function isNesting(schema: JsonSchema): boolean {
  for (const keyword in schema) {
    if (NESTING.has(keyword)) {
      return true;
    }
  }
  return false;
}

/** Direct subschemas of `schema`, structure first. */
export function subschemasOf(schema: JsonSchema, path: FieldPath): readonly Subschema[] {
  if (!isNesting(schema)) {
    return NONE;
  }
  const structure = structureBelow(schema, path);
  const junctors = junctorsBelow(schema, path);
  const others = othersBelow(schema, path);
  // Most schemas have only structure, which needs no new list.
  return junctors.length === 0 && others.length === 0 ? structure : [...structure, ...junctors, ...others];
}

/** Subschemas that describe parts of the value. Empty for `items` in the form of a list, which is never structural. */
export function structureBelow(schema: JsonSchema, path: FieldPath): readonly Subschema[] {
  const { properties, additionalProperties, items } = schema;
  if (properties === undefined && additionalProperties === undefined && items === undefined) {
    return NONE;
  }
  const found: Subschema[] = [];
  if (properties !== undefined) {
    const keyword = "properties";
    const within = path.child(keyword);
    for (const [name, property] of properties) {
      found.push({ schema: property, path: within.key(name), relation: "structure", keyword, property: name });
    }
  }
  if (typeof additionalProperties === "object") {
    const keyword = "additionalProperties";
    found.push({ schema: additionalProperties, path: path.child(keyword), relation: "structure", keyword });
  }
  if (items !== undefined && !isList(items)) {
    found.push({ schema: items, path: path.child("items"), relation: "structure", keyword: "items" });
  }
  return found;
}

export function junctorsBelow(schema: JsonSchema, path: FieldPath): readonly Subschema[] {
  const { not, allOf, oneOf, anyOf } = schema;
  if (not === undefined && allOf === undefined && oneOf === undefined && anyOf === undefined) {
    return NONE;
  }
  const found: Subschema[] = [];
  if (not !== undefined) {
    found.push({ schema: not, path: path.child("not"), relation: "junctor", keyword: "not" });
  }
  for (const keyword of ["allOf", "oneOf", "anyOf"] as const) {
    schema[keyword]?.forEach((branch, index) => {
      found.push({ schema: branch, path: path.child(keyword).index(index), relation: "junctor", keyword });
    });
  }
  return found;
}

function othersBelow(schema: JsonSchema, path: FieldPath): readonly Subschema[] {
  const { patternProperties, definitions, dependencies, additionalItems, items } = schema;
  const hasMaps = patternProperties !== undefined || definitions !== undefined || dependencies !== undefined;
  if (!hasMaps && additionalItems === undefined && !isList(items)) {
    return NONE;
  }
  const found: Subschema[] = [];
  for (const keyword of ["patternProperties", "definitions", "dependencies"] as const) {
    for (const [key, value] of schema[keyword] ?? []) {
      if (!isList(value)) {
        found.push({ schema: value, path: path.child(keyword).key(key), relation: "other", keyword });
      }
    }
  }
  if (typeof additionalItems === "object") {
    const keyword = "additionalItems";
    found.push({ schema: additionalItems, path: path.child(keyword), relation: "other", keyword });
  }
  if (items !== undefined && isList(items)) {
    items.forEach((item, index) => {
      found.push({ schema: item, path: path.child("items").index(index), relation: "other", keyword: "items" });
    });
  }
  return found;
}

/** True if `matches` holds for the schema or any of its subschemas, at any depth. */
export function someSchema(schema: JsonSchema, matches: (schema: JsonSchema) => boolean): boolean {
  return matches(schema) || schemasBelow(schema).some((below) => someSchema(below, matches));
}

/** Features of a schema and its subschemas, so that absent ones are not searched again. */
export interface SchemaContents {
  readonly keywords: ReadonlySet<keyof JsonSchema>;
  /** Schemas with a `format`. */
  readonly formatted: readonly JsonSchema[];
  /** Schemas that have a default, or have a subschema with one. */
  readonly defaulted: ReadonlySet<JsonSchema>;
  /** True if some `items` is a list of schemas. */
  readonly hasItemsList: boolean;
}

/** Cache: schemas never change, and every check of one starts with its subschemas. */
const knownContents = new WeakMap<JsonSchema, SchemaContents>();

export function contentsOf(schema: JsonSchema): SchemaContents {
  const known = knownContents.get(schema) ?? readContents(schema);
  knownContents.set(schema, known);
  return known;
}

function readContents(schema: JsonSchema): SchemaContents {
  const contents: ContentsDraft = { keywords: new Set(), formatted: [], defaulted: new Set(), hasItemsList: false };
  addContents(contents, schema);
  return contents;
}

interface ContentsDraft {
  readonly keywords: Set<keyof JsonSchema>;
  readonly formatted: JsonSchema[];
  readonly defaulted: Set<JsonSchema>;
  hasItemsList: boolean;
}

/** Collects features of a schema into `contents`. Returns whether it or a subschema has a default. */
function addContents(contents: ContentsDraft, schema: JsonSchema): boolean {
  let isNested = false;
  for (const keyword in schema) {
    contents.keywords.add(keyword as keyof JsonSchema);
    isNested ||= NESTING.has(keyword);
  }
  if (schema.format !== undefined) {
    contents.formatted.push(schema);
  }
  let hasDefault = schema.default !== undefined;
  if (isNested) {
    contents.hasItemsList ||= isList(schema.items);
    for (const below of listBelow(schema)) {
      hasDefault = addContents(contents, below) || hasDefault;
    }
  }
  if (hasDefault) {
    contents.defaulted.add(schema);
  }
  return hasDefault;
}

export function usedKeywords(schema: JsonSchema): ReadonlySet<keyof JsonSchema> {
  return contentsOf(schema).keywords;
}

/** The schema and all its subschemas, each after its own subschemas. Does not recurse. */
export function deepestFirst(schema: JsonSchema): JsonSchema[] {
  const found = [schema];
  for (let i = 0; i < found.length; i++) {
    for (const below of schemasBelow(found[i] as JsonSchema)) {
      found.push(below);
    }
  }
  return found.reverse();
}

/** Direct subschemas of a schema, without their paths, which would cost memory. */
function schemasBelow(schema: JsonSchema): readonly JsonSchema[] {
  return isNesting(schema) ? listBelow(schema) : NONE;
}

function listBelow(schema: JsonSchema): readonly JsonSchema[] {
  const found: JsonSchema[] = [];
  const add = (value: unknown): void => {
    if (typeof value === "object" && value !== null && !isList(value)) {
      found.push(value as JsonSchema);
    }
  };
  schema.properties?.forEach(add);
  add(schema.additionalProperties);
  add(schema.not);
  schema.allOf?.forEach(add);
  schema.oneOf?.forEach(add);
  schema.anyOf?.forEach(add);
  schema.patternProperties?.forEach(add);
  schema.definitions?.forEach(add);
  schema.dependencies?.forEach(add);
  add(schema.additionalItems);
  if (schema.items !== undefined && isList(schema.items)) {
    schema.items.forEach(add);
  } else {
    add(schema.items);
  }
  return found;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
