import { deepEqual, getOwn, isJsonObject, type JsonObject, type JsonValue, listAt, objectAt } from "@kiln/api";
import type { YamlPath } from "@kiln/api/yaml";
import { type ParsedElement, parseElement } from "@kiln/apply";

/** An entry of metadata.managedFields, without its fields. */
export interface Owner {
  readonly manager: string;
  /** Operation of the entry: `Apply` or `Update`. */
  readonly operation: string;
  readonly subresource: string;
  readonly time: string;
}

/** An existing field, and the managedFields entries that own it. */
export interface OwnedField {
  readonly path: YamlPath;
  readonly owners: readonly Owner[];
}

/**
 * Fields of an object that managedFields entries own, parents before children. Entries for missing fields, and
 * malformed ones, are skipped. Linear in the field sets, except that a list element is compared with every item.
 */
export function listOwners(object: JsonObject): readonly OwnedField[] {
  const found = new Map<string, { path: YamlPath; owners: Owner[] }>();
  for (const entry of listAt(objectAt(object, "metadata"), "managedFields")) {
    if (isJsonObject(entry)) {
      const owner = toOwner(entry);
      const walk = { found, owner };
      addFields(walk, objectAt(entry, "fieldsV1"), { value: object, path: [] });
    }
  }
  return [...found.values()];
}

function toOwner(entry: JsonObject): Owner {
  const text = (key: string) => String(getOwn(entry, key) ?? "");
  return {
    manager: text("manager"),
    operation: text("operation"),
    subresource: text("subresource"),
    time: text("time"),
  };
}

interface Walk {
  readonly found: Map<string, { path: YamlPath; owners: Owner[] }>;
  readonly owner: Owner;
}

interface Place {
  readonly value: JsonValue;
  readonly path: YamlPath;
}

const SELF = ".";

/** Adds the owned fields below a place to `walk.found`. */
function addFields(walk: Walk, fields: JsonObject, place: Place): void {
  const below = Object.entries(fields).filter(([element]) => element !== SELF);
  if ((below.length === 0 || Object.hasOwn(fields, SELF)) && place.path.length > 0) {
    addOwner(walk, place.path);
  }
  for (const [element, nested] of below) {
    const parsed = parseElement(element);
    const step = typeof parsed === "object" ? findStep(place.value, parsed) : undefined;
    if (step !== undefined && isJsonObject(nested)) {
      const value = (place.value as Record<string | number, JsonValue>)[step] as JsonValue;
      addFields(walk, nested, { value, path: [...place.path, step] });
    }
  }
}

function addOwner({ found, owner }: Walk, path: YamlPath): void {
  const key = JSON.stringify(path);
  const known = found.get(key);
  if (known === undefined) {
    found.set(key, { path, owners: [owner] });
  } else {
    known.owners.push(owner);
  }
}

/** Key or index of a field set element in the value; undefined if the value has no such field or item. */
function findStep(value: JsonValue, element: ParsedElement): string | number | undefined {
  if (element.kind === "field") {
    return isJsonObject(value) && Object.hasOwn(value, element.name) ? element.name : undefined;
  }
  if (!Array.isArray(value)) {
    return undefined;
  }
  const index = value.findIndex((item, at) => isItem(item, at, element));
  return index < 0 ? undefined : index;
}

function isItem(item: JsonValue, at: number, element: Exclude<ParsedElement, { kind: "field" }>): boolean {
  switch (element.kind) {
    case "index":
      return element.index === at;
    case "value":
      return isSame(item, element.value);
    case "key":
      return isJsonObject(item) && element.fields.every(([name, value]) => isSame(getOwn(item, name), value));
  }
}

function isSame(a: JsonValue | undefined, b: JsonValue): boolean {
  return a !== undefined && deepEqual(a, b);
}
