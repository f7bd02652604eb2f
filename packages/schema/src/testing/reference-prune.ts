import { deepCopy, getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import { hasProperties, itemsOf, type JsonSchema, type Semantics } from "../json-schema.ts";

export interface ReferencePruned {
  readonly value: JsonValue;
  /** Paths of mistyped values outside metadata. */
  readonly mismatches: readonly string[];
}

/** Pruning directly from its specification, without regard to cost. Only for values without `metadata` objects. */
export function referencePrune(value: JsonObject, schema: JsonSchema, semantics: Semantics): ReferencePruned {
  const mismatches: string[] = [];
  const at: Place = { path: "", inherits: false, isRoot: true, semantics, mismatches };
  return { value: prune(deepCopy(value), schema, at), mismatches };
}

interface Place {
  readonly path: string;
  readonly inherits: boolean;
  readonly isRoot: boolean;
  readonly semantics: Semantics;
  readonly mismatches: string[];
}

function prune(value: JsonValue, schema: JsonSchema | undefined, at: Place): JsonValue {
  if (value === null) {
    return value;
  }
  if (schema === undefined) {
    return at.inherits ? value : pruneUnspecified(value);
  }
  const isKep = at.semantics === "kep";
  if (isKep && (!at.inherits || hasProperties(schema)) && !hasType(value, schema)) {
    at.mismatches.push(at.path);
    return value;
  }
  const keeps = schema.preserveUnknownFields === true || (at.inherits && !(isKep && hasProperties(schema)));
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      prune(item, itemsOf(schema), { ...at, path: `${at.path}[${index}]`, inherits: keeps, isRoot: false }),
    );
  }
  return isJsonObject(value) ? pruneObject(value, schema, { ...at, inherits: keeps }) : value;
}

/** `at.inherits`: whether this node keeps unknown fields. */
function pruneObject(object: JsonObject, schema: JsonSchema, at: Place): JsonObject {
  const result: JsonObject = {};
  for (const key of Object.keys(object)) {
    const value = getOwn(object, key) as JsonValue;
    const below = { ...at, inherits: at.inherits && at.semantics === "kep", isRoot: false };
    const name = { ...below, path: at.path === "" ? key : `${at.path}.${key}` };
    const isEmbedded = at.isRoot || schema.embeddedResource === true;
    if (isEmbedded && (key === "apiVersion" || key === "kind" || key === "metadata")) {
      if (value !== null && typeof value !== "string") {
        at.mismatches.push(name.path);
      }
      setOwn(result, key, value);
    } else if (schema.properties?.has(key)) {
      setOwn(result, key, prune(value, schema.properties.get(key), name));
    } else if (schema.additionalProperties !== undefined) {
      const values = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
      setOwn(result, key, prune(value, values, { ...below, path: `${at.path}[${key}]` }));
    } else if (at.inherits) {
      setOwn(result, key, value);
    }
  }
  return result;
}

function pruneUnspecified(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return value.map(pruneUnspecified);
  }
  return isJsonObject(value) ? {} : value;
}

function hasType(value: JsonValue, schema: JsonSchema): boolean {
  const isInteger = typeof value === "bigint" || Number.isInteger(value);
  if (schema.intOrString === true) {
    return isInteger || typeof value === "string";
  }
  switch (schema.type) {
    case "object":
      return isJsonObject(value);
    case "array":
      return Array.isArray(value);
    case "integer":
      return isInteger;
    case "number":
      return typeof value === "number" || typeof value === "bigint";
    case "string":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    default:
      return true;
  }
}
