import { deepEqual, getOwn, isJsonObject, type JsonObject, type JsonValue, listAt } from "@kiln/api";
import type { YamlPath } from "@kiln/api/yaml";
import { schemaAt } from "@kiln/page";
import type { SchemaSource } from "@kiln/schema";

/**
 * A field that the write added or changed although the client did not send it, or that it dropped although the client
 * sent it.
 */
export interface FieldChange {
  /** `added`: path in the object after the write. `dropped`: path in the sent or the earlier object. */
  readonly kind: "added" | "changed" | "dropped";
  readonly path: YamlPath;
  /** Object that a dropped field was in: the sent one, or the one before the write. */
  readonly from: "sent" | "before";
  readonly value: JsonValue;
}

export interface Written {
  /** The object as sent; undefined for a patch that is no object, such as a JSON patch. */
  readonly sent: JsonObject | undefined;
  /** The object before the write. */
  readonly before: JsonObject | undefined;
  readonly after: JsonObject;
  /** Whether fields that were not sent stay as they were before. */
  readonly isPartial: boolean;
  /** Whether fields are removed that the manager applied before and does not send again. */
  readonly isApply: boolean;
}

/** Root fields that the server writes itself. */
const OWN = new Set(["apiVersion", "kind", "metadata"]);

/** Differences between the sent object and the server's result; the topmost of each subtree. */
export function findChanges(written: Written, schema: SchemaSource): FieldChange[] {
  const { sent, before, after, isPartial } = written;
  const expected = isPartial ? [sent, before] : [sent];
  const added = findAdded({ value: after, others: expected, path: [] }, schema);
  const droppedSent = sent === undefined ? [] : findDropped({ value: sent, others: [after], path: [] }, schema, "sent");
  const lost = isPartial && before !== undefined ? before : undefined;
  // A field that a merge patch sets to null is in `sent`: the client removed it.
  const droppedBefore =
    lost === undefined ? [] : findDropped({ value: lost, others: [after, sent], path: [] }, schema, "before");
  return [...added, ...droppedSent, ...droppedBefore].filter(({ path }) => !OWN.has(String(path[0])));
}

interface Walk {
  readonly value: JsonValue;
  readonly others: readonly (JsonValue | undefined)[];
  readonly path: YamlPath;
}

function findAdded(walk: Walk, schema: SchemaSource): FieldChange[] {
  const { value, others, path } = walk;
  const known = others.filter((other) => other !== undefined);
  if (known.length === 0) {
    return [{ kind: "added", path, from: "sent", value }];
  }
  const children = listChildren(walk, schema);
  if (children === undefined) {
    return known.some((other) => deepEqual(other, value)) ? [] : [{ kind: "changed", path, from: "sent", value }];
  }
  return children.flatMap((child) => findAdded(child, schema));
}

function findDropped(walk: Walk, schema: SchemaSource, from: FieldChange["from"]): FieldChange[] {
  const { value, others, path } = walk;
  if (others.every((other) => other === undefined) && value !== null) {
    return [{ kind: "dropped", path, from, value }];
  }
  return (listChildren(walk, schema) ?? []).flatMap((child) => findDropped(child, schema, from));
}

/** Children of a value with their counterparts; undefined for scalars, and if no other value has the same type. */
function listChildren({ value, others, path }: Walk, schema: SchemaSource): Walk[] | undefined {
  if (isJsonObject(value)) {
    const maps = others.filter((other) => isJsonObject(other));
    return maps.length === 0
      ? undefined
      : Object.entries(value).map(([name, child]) => ({
          value: child,
          others: maps.map((map) => getOwn(map, name)),
          path: [...path, name],
        }));
  }
  const lists = others.filter((other) => Array.isArray(other));
  if (!Array.isArray(value) || lists.length === 0) {
    return undefined;
  }
  const keys = listAt(schemaAt(schema, path) ?? {}, "x-kubernetes-list-map-keys").map(String);
  return value.map((child, index) => ({
    value: child,
    others: lists.map((list) => findItem(list, child, keys) ?? (keys.length === 0 ? list[index] : undefined)),
    path: [...path, index],
  }));
}

function findItem(list: readonly JsonValue[], item: JsonValue, keys: readonly string[]): JsonValue | undefined {
  if (keys.length === 0 || !isJsonObject(item)) {
    return list.find((each) => deepEqual(each, item));
  }
  const isSame = (each: JsonValue) =>
    isJsonObject(each) && keys.every((key) => deepEqual(getOwn(each, key) ?? null, getOwn(item, key) ?? null));
  return list.find(isSame);
}
