import { deepCopy, getOwn, type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import { compileDropNulls } from "./drop-nulls.ts";
import { itemsOf, type JsonSchema, type Semantics, type Union } from "./json-schema.ts";
import { parseUnions } from "./parse-unions.ts";
import { compilePrune } from "./prune.ts";

export interface DefaultSettings {
  readonly semantics: Semantics;
  /** `spec.preserveUnknownFields` of the CRD: nulls are kept as sent. */
  readonly preserveUnknownFields?: boolean;
  /** With `unions: false` the default of a discriminator is set like any other. */
  readonly features?: { readonly unions?: boolean };
}

export interface DefaultOptions {
  /** False if pruning found no nulls: then only subtrees with defaults are visited. */
  readonly mayHaveNulls?: boolean;
}

/**
 * Sets defaults in the value, in place: a known field that is absent, or null without being nullable, gets its default;
 * such a null without a default is removed. Inserted defaults are copies that contain the defaults of their own fields.
 * A discriminator gets no default beside a member that the default does not name: the client did not choose it, so it
 * must not clear the member.
 */
export type SetDefaults = (value: JsonObject, options?: DefaultOptions) => void;

/** Compiles the defaults of a schema; undefined if it has none, and no field that could be null. */
export function compileSetDefaults(schema: JsonSchema | undefined, settings: DefaultSettings): SetDefaults | undefined {
  const { semantics, features } = settings;
  const fill = compileFill(schema, { semantics, hasUnions: features?.unions !== false });
  const drop = settings.preserveUnknownFields === true ? undefined : compileDropNulls(schema, { semantics });
  if (fill === undefined && drop === undefined) {
    return undefined;
  }
  // Kubernetes: embedded metadata is encoded again on every write, with or without nulls
  // (schema/objectmeta/algorithm.go coerce, v1.36).
  const isEncodedAnew = drop !== undefined && semantics === "upstream" && schema !== undefined && hasEmbedded(schema);
  const encodeAnew = isEncodedAnew ? compileDropNulls(schema, { semantics, isForEmbedded: true }) : undefined;
  // Pruning does not report nulls in the metadata of the root, which are dropped if the root's schema is embedded.
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

interface Filling {
  readonly semantics: Semantics;
  readonly hasUnions: boolean;
}

/** Sets defaults in the value; nulls without a default were removed before. */
type Fill = (value: JsonValue) => void;

interface FieldDefault {
  readonly name: string;
  /** Default of the field; undefined if it has none and only fields inside it have defaults. */
  readonly value: JsonValue | undefined;
  readonly replacesNull: boolean;
  readonly below: Fill | undefined;
  /** Whether Object.prototype has a property of this name, which a plain read would find. */
  readonly isInherited: boolean;
  /** Members of the union whose discriminator is this field, except the one that the default names. */
  readonly unless: readonly string[];
}

/** Compiles the defaults below a schema; undefined if neither a child nor its subschemas have one. */
function compileFill(schema: JsonSchema | undefined, filling: Filling): Fill | undefined {
  if (schema === undefined) {
    return undefined;
  }
  const fields: FieldDefault[] = [];
  const unions = filling.hasUnions && schema.unions !== undefined ? parseUnions(schema.unions) : [];
  for (const [name, property] of schema.properties ?? []) {
    const field = compileField(name, property, filling);
    if (field !== undefined) {
      fields.push({ ...field, unless: unions.flatMap((union) => othersOf(union, name, field.value)) });
    }
  }
  const values = schema.additionalProperties;
  const entries = typeof values === "object" ? compileField("", values, filling) : undefined;
  const itemSchema = itemsOf(schema);
  const items = itemSchema === undefined ? undefined : compileField("", itemSchema, filling);
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

/** Members that prevent the default of the discriminator. */
function othersOf({ discriminator, members }: Union, name: string, value: JsonValue | undefined): string[] {
  return discriminator === name ? [...members].filter(([, named]) => named !== value).map(([member]) => member) : [];
}

function compileField(name: string, schema: JsonSchema, filling: Filling): FieldDefault | undefined {
  const below = compileFill(schema, filling);
  const value =
    schema.default === undefined || schema.default === null ? undefined : complete(schema, below, filling.semantics);
  if (value === undefined && below === undefined) {
    return undefined;
  }
  return { name, value, replacesNull: schema.nullable !== true, below, isInherited: name in {}, unless: [] };
}

/**
 * Copy of a default without nulls and with the defaults of its own fields. A CRD is rejected for unknown fields in a
 * default, except those in the metadata of embedded resources: they are removed here.
 */
function complete(schema: JsonSchema, below: Fill | undefined, semantics: Semantics): JsonValue {
  const value = deepCopy(schema.default as JsonValue);
  if (typeof value === "object") {
    if (hasEmbedded(schema)) {
      const holder = { type: "object", properties: new Map([["value", schema]]) };
      const settings = { semantics, isResourceRoot: false, preserveUnknownFields: true };
      compilePrune(holder, settings)({ value }, { isStored: true });
    }
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
  if (field.value === undefined || (isNull && !field.replacesNull)) {
    return;
  }
  if (!field.unless.some((member) => (getOwn(object, member) ?? null) !== null)) {
    setOwn(object, field.name, deepCopy(field.value));
  } else if (isNull) {
    delete object[field.name];
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
