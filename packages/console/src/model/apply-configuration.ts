import {
  asTexts,
  deepEqual,
  getOwn,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  objectAt,
} from "@kiln/api";
import { listOwners } from "@kiln/page";
import { resolveSchema, type SchemaSource } from "@kiln/schema";
import { printValuePath, type ValuePath } from "../schema/edit-value.ts";

export interface ApplyConfiguration {
  readonly object: JsonObject;
  /** Removed fields that stay on the server: only their own manager can remove them by apply. */
  readonly kept: readonly string[];
}

export interface Edit {
  /** The object as stored, with managedFields. */
  readonly live: JsonObject;
  readonly edited: JsonObject;
  readonly manager: string;
  /** Schema that identifies lists with keys; without it changed lists are sent whole. */
  readonly schema: SchemaSource | undefined;
}

/**
 * Configuration to apply for an edit: the changed fields, and the fields that the manager owns already, which an apply
 * without them would remove. All other fields stay with their owners.
 */
export function toApplyConfiguration({ live, edited, manager, schema }: Edit): ApplyConfiguration {
  const owned = listOwners(live)
    .filter(({ owners }) => owners.some((owner) => owner.manager === manager && owner.operation === "Apply"))
    .map(({ path }) => path);
  const walk: Walk = { schema, owned: new Set(owned.map(keyOf)), kept: [] };
  const root = schema === undefined ? {} : resolveSchema(schema, schema.root);
  const { metadata: _, status: __, ...rest } = withoutServerFields(live);
  const before = { ...rest, metadata: metadataOf(live) };
  const { metadata: ___, status: ____, ...editedRest } = withoutServerFields(edited);
  const picked = pick(walk, { schema: root, path: [], before, now: { ...editedRest, metadata: metadataOf(edited) } });
  const { apiVersion, kind } = edited;
  const { name, namespace } = objectAt(live, "metadata");
  const body = isJsonObject(picked) ? picked : {};
  const metadata = {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...objectAt(body, "metadata"),
  } as JsonObject;
  return { object: { apiVersion, kind, ...body, metadata } as JsonObject, kept: walk.kept };
}

/** Metadata that users set. */
function metadataOf(object: JsonObject): JsonObject {
  const { labels, annotations, finalizers } = objectAt(object, "metadata");
  return Object.fromEntries(
    Object.entries({ labels, annotations, finalizers }).filter(([, value]) => value !== undefined),
  ) as JsonObject;
}

/** The object without managedFields; other metadata that the server sets stay. */
export function withoutServerFields(object: JsonObject): JsonObject {
  const { managedFields: _, ...metadata } = objectAt(object, "metadata");
  return { ...object, metadata };
}

interface Walk {
  readonly schema: SchemaSource | undefined;
  readonly owned: ReadonlySet<string>;
  readonly kept: string[];
}

interface Place {
  readonly schema: JsonObject;
  readonly path: ValuePath;
  readonly before: JsonValue | undefined;
  readonly now: JsonValue;
}

/** Key of a path. Paths are those of the stored object, in which owners were found. */
function keyOf(path: ValuePath): string {
  return JSON.stringify(path);
}

/** Value to apply below a place; undefined if there is none. Adds removed fields that stay to `walk.kept`. */
function pick(walk: Walk, place: Place): JsonValue | undefined {
  const { schema, path, before, now } = place;
  if (isJsonObject(now) && isJsonObject(before) && schema["x-kubernetes-map-type"] !== "atomic") {
    return pickFields(walk, place, { before, now });
  }
  if (Array.isArray(now) && Array.isArray(before) && schema["x-kubernetes-list-type"] === "map") {
    return pickItems(walk, place, { before, now });
  }
  const isOwned = walk.owned.has(keyOf(path)) || isPartlyOwned(walk, path);
  return isOwned || before === undefined || !deepEqual(before, now) ? now : undefined;
}

function isPartlyOwned(walk: Walk, path: ValuePath): boolean {
  const prefix = keyOf(path).slice(0, -1);
  return [...walk.owned].some((key) => key.startsWith(`${prefix},`));
}

function pickFields(
  walk: Walk,
  { schema, path }: Place,
  { before, now }: { readonly before: JsonObject; readonly now: JsonObject },
): JsonObject | undefined {
  const picked: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(now)) {
    const below = {
      schema: propertyOf(walk, schema, name),
      path: [...path, name],
      before: getOwn(before, name),
      now: value,
    };
    const found = pick(walk, below as Place);
    if (found !== undefined) {
      picked.push([name, found]);
    }
  }
  for (const name of Object.keys(before)) {
    noteRemoved(walk, Object.hasOwn(now, name), [...path, name]);
  }
  return picked.length === 0 ? undefined : (Object.fromEntries(picked) as JsonObject);
}

function pickItems(
  walk: Walk,
  { schema, path }: Place,
  { before, now }: { readonly before: JsonArray; readonly now: JsonArray },
): JsonArray | undefined {
  const keys = asTexts(getOwn(schema, "x-kubernetes-list-map-keys"));
  const items = itemsOf(walk, schema);
  const isSame = (a: JsonValue, b: JsonValue) =>
    isJsonObject(a) &&
    isJsonObject(b) &&
    keys.every((key) => deepEqual(getOwn(a, key) ?? null, getOwn(b, key) ?? null));
  const picked = now.flatMap((item) => {
    const at = before.findIndex((other) => isSame(other, item));
    const found = pick(walk, { schema: items, path: [...path, at < 0 ? -1 : at], before: before[at], now: item });
    const identity = Object.fromEntries(keys.map((key) => [key, getOwn(item as JsonObject, key)]));
    return found === undefined ? [] : [{ ...identity, ...(found as JsonObject) } as JsonObject];
  });
  before.forEach((item, at) => {
    noteRemoved(
      walk,
      now.some((other) => isSame(item, other)),
      [...path, at],
    );
  });
  return picked.length === 0 ? undefined : picked;
}

function noteRemoved(walk: Walk, isThere: boolean, path: ValuePath): void {
  if (!isThere && !walk.owned.has(keyOf(path)) && !isPartlyOwned(walk, path)) {
    walk.kept.push(printValuePath(path));
  }
}

function propertyOf({ schema: source }: Walk, schema: JsonObject, name: string): JsonObject {
  const found = getOwn(objectAt(schema, "properties"), name) ?? getOwn(schema, "additionalProperties");
  return isJsonObject(found) && source !== undefined ? resolveSchema(source, found) : {};
}

function itemsOf({ schema: source }: Walk, schema: JsonObject): JsonObject {
  const found = getOwn(schema, "items");
  return isJsonObject(found) && source !== undefined ? resolveSchema(source, found) : {};
}
