import {
  asObject,
  deepCopy,
  deepEqual,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  printJson,
  setOwn,
} from "@kiln/api";
import { type FieldMap, type MappedField, printPlace } from "./field-map.ts";

/**
 * Annotation of objects with the fields that their version lacks, so that converting to another version restores them.
 */
export const KEPT_ANNOTATION = "kiln/kept-fields";

/** Conversion from one version to another. */
export interface Mapping {
  readonly fields: FieldMap;
  readonly from: string;
  readonly to: string;
  /**
   * Objects in the source version that contain only mapped fields and do not exist in the target version, the deepest
   * first.
   */
  readonly holders: readonly (readonly string[])[];
  /**
   * Printed paths of objects in the target version that contain only mapped fields and do not exist in the source
   * version.
   */
  readonly newHolders: ReadonlySet<string>;
}

/**
 * Converts the object in place and returns it: each field moves to its path in the target version. A field without a
 * path there is kept in the annotation; a field without a value gets its default, if the object around it exists.
 */
export function mapFields(object: JsonObject, mapping: Mapping): JsonObject {
  const { fields, from, to } = mapping;
  const kept = takeKept(object);
  // Before any field is removed: whether a default would restore a value depends on other fields.
  for (const field of fields) {
    keepField(object, { field, mapping, kept });
  }
  const moved = fields.map((field) => takeField(object, field, from));
  takeHolders(object, mapping, { moved, kept });
  dropMade(object, from, kept);
  for (const [i, field] of fields.entries()) {
    giveField(object, { field, value: moved[i], mapping, kept });
  }
  giveHolders(object, to, kept);
  for (const field of fields) {
    giveDefault(object, { field, mapping, kept });
  }
  putKept(object, kept);
  return object;
}

/** Kept values by version and path: a list of one value, or an empty list for a field that was not set. */
type Kept = Map<string, readonly JsonValue[]>;

/** Value removed from the object; undefined if the field was absent. */
type Taken = { readonly value: JsonValue } | undefined;

/** Removes the field from the object and returns its value. */
function takeField(object: JsonObject, { places }: MappedField, from: string): Taken {
  const path = places.get(from);
  const holder = path === undefined ? undefined : findHolder(object, path);
  const name = path?.at(-1);
  if (holder === undefined || name === undefined || !Object.hasOwn(holder, name)) {
    return undefined;
  }
  const value = getOwn(holder, name) as JsonValue;
  delete holder[name];
  return { value };
}

/** Input for the conversion of one field. */
interface Visit {
  readonly field: MappedField;
  readonly mapping: Mapping;
  readonly kept: Kept;
}

/** Sets the field at its path in the target version, from the object or the annotation. */
function giveField(object: JsonObject, { field, value, mapping, kept }: Visit & { readonly value: Taken }): void {
  const key = keyOf(field);
  const path = field.places.get(mapping.to);
  if (path === undefined) {
    return;
  }
  // A kept value of a field with a path in this version: another value blocked the path earlier.
  const found = value ?? keptValue(kept.get(key));
  if (found === undefined) {
    return;
  }
  const made = setAt(object, path, found.value);
  if (made === undefined) {
    kept.set(key, [found.value]);
    return;
  }
  kept.delete(key);
  for (const place of made.filter((each) => !mapping.newHolders.has(each))) {
    kept.set(mapping.to + place + MADE, []);
  }
}

/** Sets the default of the field. As schema defaults do, it does not create the object around the field. */
function giveDefault(object: JsonObject, { field, mapping, kept }: Visit): void {
  const { from, to } = mapping;
  const { places, default: value } = field;
  const path = places.get(to);
  if (path === undefined || places.has(from)) {
    return;
  }
  const wasAbsent = kept.get(keyOf(field))?.length === 0;
  const holder = findHolder(object, path);
  const name = path.at(-1) as string;
  if (wasAbsent) {
    kept.delete(keyOf(field));
  } else if (value !== undefined && holder !== undefined && !Object.hasOwn(holder, name)) {
    setOwn(holder, name, deepCopy(value));
  }
}

/** Adds a field that the target version lacks to the kept values, unless its default restores it. */
function keepField(object: JsonObject, { field, mapping, kept }: Visit): void {
  const { from, to, holders } = mapping;
  const { places, default: fallback } = field;
  const path = places.get(from);
  const holder = path === undefined ? undefined : findHolder(object, path);
  if (path === undefined || places.has(to) || holder === undefined) {
    return;
  }
  const name = path.at(-1) as string;
  const value = Object.hasOwn(holder, name) ? (getOwn(holder, name) as JsonValue) : undefined;
  const above = printPlace(path.slice(0, -1));
  const comesBack =
    value === undefined || fallback === undefined
      ? value === fallback
      : deepEqual(value, fallback) && !holders.some((each) => printPlace(each) === above);
  if (!comesBack) {
    kept.set(keyOf(field), value === undefined ? [] : [value]);
  }
}

function keptValue(kept: readonly JsonValue[] | undefined): Taken {
  return kept === undefined || kept.length === 0 ? undefined : { value: kept[0] as JsonValue };
}

/** Key of a field in the annotation, equal in all versions: its first path. */
function keyOf({ places }: MappedField): string {
  const [[version, path]] = [...places] as [[string, readonly string[]]];
  return version + printPlace(path);
}

/**
 * Removes objects that contained only mapped fields. One that contained no field is kept in the annotation, because its
 * existence cannot be derived from its fields.
 */
function takeHolders(
  object: JsonObject,
  { fields, from, holders }: Mapping,
  { moved, kept }: { readonly moved: readonly Taken[]; readonly kept: Kept },
): void {
  const filled = new Set(fields.flatMap(({ places }, i) => (moved[i] === undefined ? [] : parentsOf(places, from))));
  for (const path of holders) {
    const above = findHolder(object, path);
    const name = path.at(-1) as string;
    if (above === undefined || !Object.hasOwn(above, name)) {
      continue;
    }
    const place = printPlace(path);
    if (!filled.has(place)) {
      kept.set(from + place + HOLDER, [getOwn(above, name) as JsonValue]);
    }
    delete above[name];
  }
}

/** Suffix of annotation keys for objects that are removed because the other version has no such object. */
const HOLDER = "{}";

/** Suffix of the annotation's keys of objects that a conversion created to hold a field. */
const MADE = "{+}";

/** Removes objects that an earlier conversion created, unless other fields were added to them. */
function dropMade(object: JsonObject, from: string, kept: Kept): void {
  const made = [...kept.keys()].filter((key) => key.startsWith(`${from}.`) && key.endsWith(MADE));
  for (const key of made.sort((a, b) => b.length - a.length)) {
    kept.delete(key);
    const path = key.slice(from.length + 1, -MADE.length).split(".");
    const above = findHolder(object, path);
    const name = path.at(-1) as string;
    const value = above === undefined ? undefined : getOwn(above, name);
    if (above !== undefined && isJsonObject(value) && Object.keys(value).length === 0) {
      delete above[name];
    }
  }
}

/** Restores objects that contained only mapped fields. */
function giveHolders(object: JsonObject, to: string, kept: Kept): void {
  for (const [key, [value = null]] of [...kept]) {
    if (!key.startsWith(`${to}.`) || !key.endsWith(HOLDER)) {
      continue;
    }
    kept.delete(key);
    const path = key.slice(to.length + 1, -HOLDER.length).split(".");
    const above = findHolder(object, path);
    if (above === undefined || !Object.hasOwn(above, path.at(-1) as string)) {
      setAt(object, path, value);
    }
  }
}

function parentsOf(places: MappedField["places"], version: string): string[] {
  const path = places.get(version) ?? [];
  return path.slice(0, -1).map((_, i) => printPlace(path.slice(0, i + 1)));
}

/** Object that contains, or would contain, the last segment of the path. */
function findHolder(object: JsonObject, path: readonly string[]): JsonObject | undefined {
  let holder: JsonValue | undefined = object;
  for (const name of path.slice(0, -1)) {
    holder = isJsonObject(holder) ? getOwn(holder, name) : undefined;
  }
  return isJsonObject(holder) ? holder : undefined;
}

/** Sets a value at a path. Returns the paths of the objects it created; undefined if another value blocks the path. */
function setAt(object: JsonObject, path: readonly string[], value: JsonValue): string[] | undefined {
  const made: string[] = [];
  let holder = object;
  for (const [i, name] of path.slice(0, -1).entries()) {
    if (!Object.hasOwn(holder, name)) {
      setOwn(holder, name, {});
      made.push(printPlace(path.slice(0, i + 1)));
    }
    const next = getOwn(holder, name);
    if (!isJsonObject(next)) {
      return undefined;
    }
    holder = next;
  }
  setOwn(holder, path.at(-1) as string, value);
  return made;
}

/** Removes the annotation from the object and returns the kept values; ignores any other content. */
function takeKept(object: JsonObject): Kept {
  const annotations = isJsonObject(object.metadata) ? object.metadata.annotations : undefined;
  const text = isJsonObject(annotations) ? getOwn(annotations, KEPT_ANNOTATION) : undefined;
  if (typeof text !== "string" || !isJsonObject(annotations) || !isJsonObject(object.metadata)) {
    return new Map();
  }
  const { [KEPT_ANNOTATION]: _, ...others } = annotations;
  if (Object.keys(others).length === 0) {
    delete object.metadata.annotations;
  } else {
    object.metadata.annotations = others;
  }
  const value = tryParse(text);
  return new Map(Object.entries(asObject(value)).flatMap(([key, each]) => (Array.isArray(each) ? [[key, each]] : [])));
}

/** Sets the annotation to the kept values. */
function putKept(object: JsonObject, kept: Kept): void {
  if (kept.size === 0) {
    return;
  }
  const metadata = isJsonObject(object.metadata) ? object.metadata : {};
  const annotations = isJsonObject(metadata.annotations) ? metadata.annotations : {};
  const text = printJson(
    Object.fromEntries([...kept].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => [key, [...value]])),
  );
  object.metadata = { ...metadata, annotations: { ...annotations, [KEPT_ANNOTATION]: text } };
}

function tryParse(text: string): JsonValue {
  try {
    return parseJson(text).value;
  } catch {
    return null;
  }
}
