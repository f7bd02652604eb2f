import { isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { dropEmptyMetadata } from "./coerce-metadata.ts";
import { itemsOf, type JsonSchema, type Semantics } from "./json-schema.ts";

/** Removes null fields from the value, in place. */
export type DropNulls = (value: JsonValue) => void;

/** One field or map entry: whether a null is removed, and the function for nulls inside any other value. */
interface Entry {
  readonly dropsNull: boolean;
  readonly below: DropNulls | undefined;
}

export interface DropSettings {
  readonly semantics: Semantics;
  /** Removes nulls only inside metadata of embedded resources. */
  readonly isForEmbedded?: boolean;
}

/**
 * Compiles the removal of null from fields and map entries whose schema is neither nullable nor has a default. Unknown
 * fields and list items keep their nulls. Undefined if the schema declares no field.
 */
export function compileDropNulls(schema: JsonSchema | undefined, settings: DropSettings): DropNulls | undefined {
  if (schema === undefined) {
    return undefined;
  }
  const fields = new Map<string, Entry>();
  for (const [name, property] of schema.properties ?? []) {
    fields.set(name, compileEntry(property, settings));
  }
  if (schema.embeddedResource === true) {
    const below = settings.semantics === "upstream" ? dropEmpty : dropMetadataNulls;
    fields.set("metadata", { dropsNull: true, below });
  }
  const values = schema.additionalProperties;
  const rest = typeof values === "object" ? compileEntry(values, settings) : undefined;
  const items = compileDropNulls(itemsOf(schema), settings);
  const isStruct = fields.size > 0 || rest !== undefined;
  if (!isStruct && items === undefined) {
    return undefined;
  }
  return (value) => {
    if (typeof value !== "object" || value === null) {
      return;
    }
    if (!Array.isArray(value)) {
      dropFromObject(value, fields, rest);
    } else if (items !== undefined) {
      value.forEach(items);
    }
  };
}

function compileEntry(schema: JsonSchema, settings: DropSettings): Entry {
  const dropsNull = settings.isForEmbedded !== true && schema.nullable !== true && (schema.default ?? null) === null;
  return { dropsNull, below: compileDropNulls(schema, settings) };
}

function dropFromObject(object: JsonObject, fields: ReadonlyMap<string, Entry>, rest: Entry | undefined): void {
  for (const key in object) {
    const entry = fields.get(key) ?? rest;
    const value = object[key] as JsonValue;
    if (value !== null) {
      entry?.below?.(value);
    } else if (entry?.dropsNull) {
      delete object[key];
    }
  }
}

/** Every field of metadata is known and none is nullable; `fieldsV1` is opaque. */
const dropMetadataNulls: DropNulls = (value) => {
  if (isJsonObject(value)) {
    dropAllNulls(value);
  }
};

function dropAllNulls(value: JsonValue): void {
  if (Array.isArray(value)) {
    value.forEach(dropAllNulls);
  } else if (isJsonObject(value)) {
    for (const key in value) {
      if (value[key] === null) {
        delete value[key];
      } else if (key !== "fieldsV1") {
        dropAllNulls(value[key] as JsonValue);
      }
    }
  }
}

// Kubernetes: metadata of an embedded resource is decoded and encoded again, which omits empty fields
// (schema/objectmeta/coerce.go SetObjectMeta, v1.36).
const dropEmpty: DropNulls = (value) => {
  if (isJsonObject(value)) {
    dropEmptyMetadata(value);
  }
};
