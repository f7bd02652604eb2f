import { deepCopy, getOwn, type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import { compileDropNulls } from "./drop-nulls.ts";
import { itemsOf, type JsonSchema, type Semantics } from "./json-schema.ts";

export interface DefaultSettings {
  readonly semantics: Semantics;
  /** The CRD's own `preserveUnknownFields`: nulls stay as they were sent. */
  readonly preserveUnknownFields?: boolean;
}

export interface DefaultOptions {
  /** False, as pruning may have found out, spares the search for nulls: then only subtrees with defaults are visited. */
  readonly mayHaveNulls?: boolean;
}

/**
 * Changes the value: a known field that is absent, or null without being nullable, gets its default; without a default
 * such a null goes. Inserted defaults are copies, completed by the defaults inside them.
 */
export type SetDefaults = (value: JsonObject, options?: DefaultOptions) => void;

/** Undefined if the schema has no defaults and no field that could hold a null. */
export function compileSetDefaults(schema: JsonSchema | undefined, settings: DefaultSettings): SetDefaults | undefined {
  const { semantics } = settings;
  const fill = compileFill(schema, semantics);
  const drop = settings.preserveUnknownFields === true ? undefined : compileDropNulls(schema, { semantics });
  if (fill === undefined && drop === undefined) {
    return undefined;
  }
  // Kubernetes: embedded metadata is encoded anew on every write, nulls or not.
  const isEncodedAnew = drop !== undefined && semantics === "upstream" && schema !== undefined && hasEmbedded(schema);
  const encodeAnew = isEncodedAnew ? compileDropNulls(schema, { semantics, isForEmbedded: true }) : undefined;
  // Pruning says nothing of nulls in the metadata of the root, which are dropped where the root says it is embedded.
  const mustSearch = schema?.embeddedResource === true;
  return (value, options) => {
    (options?.mayHaveNulls === false && !mustSearch ? encodeAnew : drop)?.(value);
    fill?.(value);
  };
}

function hasEmbedded(schema: JsonSchema): boolean {
  return schema.embeddedResource === true || childrenOf(schema).some(hasEmbedded);
}

function childrenOf(schema: JsonSchema): JsonSchema[] {
  const values = schema.additionalProperties;
  const items = itemsOf(schema);
  return [
    ...(schema.properties?.values() ?? []),
    ...(typeof values === "object" ? [values] : []),
    ...(items === undefined ? [] : [items]),
  ];
}

/** Changes the value; nulls without a default were dropped before. */
type Fill = (value: JsonValue) => void;

interface FieldDefault {
  readonly name: string;
  /** Undefined: the field has none of its own. */
  readonly value: JsonValue | undefined;
  readonly replacesNull: boolean;
  readonly below: Fill | undefined;
  /** Objects inherit something of this name, so that a plain read would find it. */
  readonly isInherited: boolean;
}

/** Undefined if there is no default at or below any child. */
function compileFill(schema: JsonSchema | undefined, semantics: Semantics): Fill | undefined {
  if (schema === undefined) {
    return undefined;
  }
  const fields: FieldDefault[] = [];
  for (const [name, property] of schema.properties ?? []) {
    const field = compileField(name, property, semantics);
    if (field !== undefined) {
      fields.push(field);
    }
  }
  const values = schema.additionalProperties;
  const entries = typeof values === "object" ? compileField("", values, semantics) : undefined;
  const itemSchema = itemsOf(schema);
  const items = itemSchema === undefined ? undefined : compileField("", itemSchema, semantics);
  if (fields.length === 0 && entries === undefined && items === undefined) {
    return undefined;
  }
  const names = new Set(schema.properties?.keys());
  return (value) => {
    if (typeof value !== "object" || value === null) {
      return;
    }
    if (Array.isArray(value)) {
      fillItems(value, items);
      return;
    }
    fillFields(value, fields);
    if (entries !== undefined) {
      fillEntries(value, entries, names);
    }
  };
}

function compileField(name: string, schema: JsonSchema, semantics: Semantics): FieldDefault | undefined {
  const below = compileFill(schema, semantics);
  const value =
    schema.default === undefined || schema.default === null ? undefined : complete(schema, below, semantics);
  if (value === undefined && below === undefined) {
    return undefined;
  }
  return { name, value, replacesNull: schema.nullable !== true, below, isInherited: name in {} };
}

/** The default as it looks once nulls inside it are dropped and the defaults inside it are set. */
function complete(schema: JsonSchema, below: Fill | undefined, semantics: Semantics): JsonValue {
  const value = deepCopy(schema.default as JsonValue);
  if (typeof value === "object") {
    compileDropNulls(schema, { semantics })?.(value);
    below?.(value);
  }
  return value;
}

function fillFields(object: JsonObject, fields: readonly FieldDefault[]): void {
  for (const field of fields) {
    const value = field.isInherited ? getOwn(object, field.name) : object[field.name];
    if (value === undefined || value === null) {
      fillField(object, field, value === null);
    } else {
      field.below?.(value);
    }
  }
}

function fillField(object: JsonObject, field: FieldDefault, isNull: boolean): void {
  if (field.value !== undefined && (field.replacesNull || !isNull)) {
    setOwn(object, field.name, deepCopy(field.value));
  }
}

function fillEntries(object: JsonObject, entries: FieldDefault, names: ReadonlySet<string>): void {
  for (const key in object) {
    if (names.has(key)) {
      continue;
    }
    const value = object[key] as JsonValue;
    if (value !== null) {
      entries.below?.(value);
    } else if (entries.value !== undefined && entries.replacesNull) {
      setOwn(object, key, deepCopy(entries.value));
    }
  }
}

function fillItems(list: JsonValue[], items: FieldDefault | undefined): void {
  if (items === undefined) {
    return;
  }
  for (let index = 0; index < list.length; index++) {
    const value = list[index] as JsonValue;
    if (value !== null) {
      items.below?.(value);
    } else if (items.value !== undefined && items.replacesNull) {
      list[index] = deepCopy(items.value);
    }
  }
}
