import { getOwn, goTypeOf, isJsonObject, type JsonObject, type JsonValue, printGoValue, setOwn } from "@kiln/api";
import type { PatchType } from "../resource/patch-type.ts";
import { discardNulls, PATCH_DIRECTIVE, replaceField, withoutDirectives } from "./directives.ts";
import { findField, findListField } from "./find-field.ts";
import { type MergeItems, mergeList, orderList, removeScalars } from "./merge-list.ts";
import { StrategicPatchError } from "./strategic-patch-error.ts";

/**
 * Applies Kubernetes' strategic merge patch: lists merge by key where the type declares it, and directives in the patch
 * delete, replace or order. Changes both arguments, and the result shares values with both; afterwards the patch is the
 * part that Kubernetes prints in errors.
 */
export function strategicMergePatch(original: JsonObject, patch: JsonObject, type: PatchType): JsonObject {
  const directive = getOwn(patch, PATCH_DIRECTIVE);
  if (directive !== undefined) {
    return followDirective(directive, patch);
  }
  retainKeys(original, patch);
  for (const key of Object.keys(patch).filter((name) => name.startsWith(SET_ORDER))) {
    mergeInOrder(original, patch, { key, type });
  }
  for (const key of Object.keys(patch)) {
    mergeField(original, getOwn(patch, key) as JsonValue, { key, type });
  }
  return original;
}

const RETAIN_KEYS = "$retainKeys";
const DELETE_FROM_LIST = "$deleteFromPrimitiveList";
const SET_ORDER = "$setElementOrder";

function followDirective(directive: JsonValue, patch: JsonObject): JsonObject {
  if (directive === "delete") {
    return {};
  }
  if (directive !== "replace") {
    throw failed(`unknown patch type: ${printGoValue(directive)} in map: ${printGoValue(patch)}`);
  }
  delete patch[PATCH_DIRECTIVE];
  return patch;
}

/**
 * Removes the fields of `original` that the patch's $retainKeys does not list; removes the directive from the patch.
 */
function retainKeys(original: JsonObject, patch: JsonObject): void {
  const listed = getOwn(patch, RETAIN_KEYS);
  if (listed === undefined) {
    return;
  }
  delete patch[RETAIN_KEYS];
  const kept = new Set(Array.isArray(listed) ? listed : []);
  const isListed = (key: string) =>
    kept.has(key) || getOwn(patch, key) === null || key.startsWith(DELETE_FROM_LIST) || key.startsWith(SET_ORDER);
  if (!Array.isArray(listed) || !Object.keys(patch).every(isListed)) {
    throw new StrategicPatchError("malformed", "invalid patch format of retainKeys");
  }
  for (const key of Object.keys(original).filter((name) => !kept.has(name))) {
    delete original[key];
  }
}

interface Place {
  readonly key: string;
  readonly type: PatchType;
}

/** Merges and orders lists with `$setElementOrder` in `original`; removes them from the patch. */
function mergeInOrder(original: JsonObject, patch: JsonObject, { key, type }: Place): void {
  const order = asList(getOwn(patch, key) as JsonValue);
  delete patch[key];
  const name = nameBehind(key, SET_ORDER, "invalid patch format of setElementOrder list");
  const lists = { before: findList(original, name), patched: findList(patch, name) };
  const field = findListField(type, name);
  const ordered = orderList(lists, { order, mergeKey: field.mergeKey, merge: (a, b) => mergeLists(a, b, field) });
  if (ordered !== undefined) {
    setOwn(original, name, ordered);
    delete patch[name];
  }
}

/** Merges one field of the patch into `original`. */
function mergeField(original: JsonObject, value: JsonValue, place: Place): void {
  const isDeletion = place.key.startsWith(DELETE_FROM_LIST);
  const key = isDeletion
    ? nameBehind(place.key, DELETE_FROM_LIST, "invalid patch format of primitive list")
    : place.key;
  const current = getOwn(original, key);
  if (value === null) {
    delete original[key];
  } else if (isJsonObject(current) && isJsonObject(value)) {
    const { type, strategy } = findField(place.type, key);
    setOwn(original, key, strategy === "replace" ? value : strategicMergePatch(current, value, type));
  } else if (Array.isArray(current) && Array.isArray(value)) {
    const field = findListField(place.type, key);
    setOwn(original, key, isDeletion ? removeScalars(current, value) : mergeLists(current, value, field));
  } else if (!isDeletion) {
    discardNulls(value);
    replaceField(original, key, withoutDirectives(value));
  }
}

function mergeLists(current: JsonValue[], value: JsonValue[], field: ReturnType<typeof findListField>): JsonValue[] {
  const mergeItems: MergeItems = (item, patch) => strategicMergePatch(item, patch, field.type);
  return field.strategy === "merge" ? mergeList(current, value, { mergeKey: field.mergeKey, mergeItems }) : value;
}

function nameBehind(key: string, prefix: string, fault: string): string {
  if (!key.startsWith(`${prefix}/`)) {
    throw new StrategicPatchError("malformed", fault);
  }
  return key.slice(prefix.length + 1);
}

function findList(object: JsonObject, key: string): JsonValue[] | undefined {
  const value = getOwn(object, key);
  return value === undefined ? undefined : asList(value);
}

function asList(value: JsonValue): JsonValue[] {
  if (!Array.isArray(value)) {
    const found = value === null ? "%!s(<nil>)" : goTypeOf(value);
    throw failed(`expected a []interface {}, but received a ${found}`);
  }
  return value;
}

function failed(message: string): StrategicPatchError {
  return new StrategicPatchError("failed", message);
}
