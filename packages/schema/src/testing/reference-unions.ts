import { deepCopy, deepEqual, getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import { itemsOf, type JsonSchema, type Union } from "../json-schema.ts";
import { parseUnions } from "../parse-unions.ts";

/** Normalization as the proposal specifies it; returns a copy. Lists must not contain an element twice. */
export function referenceNormalize(schema: JsonSchema, value: JsonObject, old: JsonObject): JsonObject {
  return normalize(schema, deepCopy(value), old) as JsonObject;
}

function normalize(schema: JsonSchema | undefined, value: JsonValue, old: JsonValue | undefined): JsonValue {
  if (schema === undefined) {
    return value;
  }
  if (Array.isArray(value)) {
    const before = Array.isArray(old) ? old : [];
    return value.map((item, index) =>
      normalize(itemsOf(schema), item, findCounterpart(schema, { item, index }, before)),
    );
  }
  return isJsonObject(value) ? normalizeObject(schema, value, isJsonObject(old) ? old : {}) : value;
}

function normalizeObject(schema: JsonSchema, object: JsonObject, old: JsonObject): JsonObject {
  const left = parseUnions(schema.unions ?? []).reduce((value, union) => normalizeUnion(value, old, union), object);
  const result: JsonObject = {};
  for (const key of Object.keys(left)) {
    const values = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
    const below = schema.properties?.has(key) ? schema.properties.get(key) : values;
    setOwn(result, key, normalize(below, getOwn(left, key) as JsonValue, getOwn(old, key)));
  }
  return result;
}

function normalizeUnion(object: JsonObject, old: JsonObject, union: Union): JsonObject {
  const members = [...union.members.keys()];
  const isSet = (side: JsonObject, name: string) => getOwn(side, name) !== undefined && getOwn(side, name) !== null;
  const chosen = (side: JsonObject) => {
    const value = union.discriminator === undefined ? undefined : getOwn(side, union.discriminator);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const without = (isCleared: (name: string) => boolean) =>
    Object.entries(object).filter(([key]) => !(members.includes(key) && isCleared(key)));
  if (chosen(object) !== undefined && chosen(object) !== chosen(old)) {
    return build(without((name) => union.members.get(name) !== chosen(object)));
  }
  const set = members.filter((name) => isSet(object, name));
  const added = set.filter((name) => !isSet(old, name));
  const winner = set.length === 1 ? set[0] : added.length === 1 ? added[0] : undefined;
  if (winner === undefined) {
    return object;
  }
  const kept = build(without((name) => name !== winner));
  if (union.discriminator !== undefined) {
    setOwn(kept, union.discriminator, union.members.get(winner) as string);
  }
  return kept;
}

function build(entries: readonly (readonly [string, JsonValue])[]): JsonObject {
  const object: JsonObject = {};
  for (const [key, value] of entries) {
    setOwn(object, key, value);
  }
  return object;
}

interface Wanted {
  readonly item: JsonValue;
  readonly index: number;
}

function findCounterpart(
  schema: JsonSchema,
  { item, index }: Wanted,
  old: readonly JsonValue[],
): JsonValue | undefined {
  if (schema.listType === "set") {
    return old.find((other) => deepEqual(item, other));
  }
  if (schema.listType !== "map") {
    return old[index];
  }
  return old.find((other) => {
    if (!isJsonObject(other) || !isJsonObject(item)) {
      return deepEqual(item, other);
    }
    return (schema.listMapKeys ?? []).every((key) => {
      const [x, y] = [getOwn(item, key), getOwn(other, key)];
      return x === undefined || y === undefined ? x === y : deepEqual(x, y);
    });
  });
}
