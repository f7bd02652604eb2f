import { getOwn, isJsonObject, type JsonArray, type JsonValue } from "@kiln/api";
import type { Segment } from "./fault.ts";
import { itemsOf, type JsonSchema } from "./json-schema.ts";

/**
 * Identity of a list element, usable as the key of a Map. Scalars represent themselves, so `1` and `"1"` differ while
 * `1` and `1.0` do not; undefined is a missing key component. Other values are encoded as text with a leading NUL, so
 * that different values never share one.
 */
export type ElementId = string | number | bigint | boolean | null | undefined;

export interface IdentifyElement {
  (item: JsonValue): ElementId;
  /** True only if both are certainly the same element; false means unknown. Cheaper than computing identities. */
  readonly isSure?: (a: JsonValue, b: JsonValue) => boolean;
}

/**
 * Compiles the identity of list elements: the tuple of their keys (`map`), their whole value (`set`). Undefined:
 * elements are identified by index. Keys are read without defaulting, so defaults must have been set before.
 */
export function compileIdentity(schema: JsonSchema): IdentifyElement | undefined {
  if (schema.listType === "set") {
    return identifyValue;
  }
  const keys = schema.listMapKeys;
  if (schema.listType !== "map" || keys === undefined || keys.length === 0) {
    return undefined;
  }
  const [only, ...others] = keys as readonly [string, ...string[]];
  const identify = (item: JsonValue) => (others.length === 0 ? identifyByKey(item, only) : identifyByKeys(item, keys));
  // Names that JavaScript objects inherit, such as `constructor`, need an own-property check.
  return keys.some((key) => key in {}) ? identify : Object.assign(identify, { isSure: compileIsSure(keys) });
}

/** Compares keys without encoding them: most are strings and numbers. */
function compileIsSure(keys: readonly string[]): IdentifyElement["isSure"] & {} {
  return (a, b) => {
    if (!isJsonObject(a) || !isJsonObject(b)) {
      return false;
    }
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as string;
      const value = a[key];
      if (value === undefined || typeof value === "object" || value !== b[key]) {
        return false;
      }
    }
    return true;
  };
}

/** The identity of a value as a whole. */
export function identifyValue(value: JsonValue): ElementId {
  switch (typeof value) {
    case "string":
      return value.startsWith("\0") ? `\0${encode(value)}` : value;
    case "object":
      return value === null ? null : `\0${encode(value)}`;
    default:
      return value;
  }
}

function identifyByKey(item: JsonValue, key: string): ElementId {
  if (!isJsonObject(item)) {
    return `\0item ${encode(item)}`;
  }
  const value = getOwn(item, key);
  return value === undefined ? undefined : identifyValue(value);
}

function identifyByKeys(item: JsonValue, keys: readonly string[]): ElementId {
  if (!isJsonObject(item)) {
    return `\0item ${encode(item)}`;
  }
  let id = "\0";
  for (const key of keys) {
    const value = getOwn(item, key);
    // A missing key component is written as nothing before its comma, which no JSON value is.
    id += value === undefined ? "," : `${encode(value)},`;
  }
  return id;
}

/** JSON with sorted keys; a bigint keeps its suffix, since it equals no number. */
function encode(value: JsonValue): string {
  return typeof value === "object" && value !== null ? encodeContainer(value, encode) : encodeScalar(value, "n");
}

/** JSON with sorted keys, the form in which error paths show set members and list keys. */
export function printIdentity(value: JsonValue): string {
  return typeof value === "object" && value !== null ? encodeContainer(value, printIdentity) : encodeScalar(value, "");
}

function encodeScalar(value: JsonValue, bigintSuffix: string): string {
  if (typeof value === "bigint") {
    return `${value}${bigintSuffix}`;
  }
  return JSON.stringify(value);
}

function encodeContainer(value: JsonValue, print: (value: JsonValue) => string): string {
  if (Array.isArray(value)) {
    return `[${value.map(print).join(",")}]`;
  }
  const object = value as { readonly [key: string]: JsonValue };
  const fields = Object.keys(object).sort();
  return `{${fields.map((key) => `${JSON.stringify(key)}:${print(object[key] as JsonValue)}`).join(",")}}`;
}

/** Segment of an element in an error path: `[k="a",p=80]`, `[="x"]` or `[0]`. */
export function elementSegment(schema: JsonSchema, item: JsonValue, index: number): Segment {
  if (schema.listType === "set") {
    return { kind: "item", text: `[=${printIdentity(item)}]` };
  }
  if (compileIdentity(schema) === undefined || !isJsonObject(item)) {
    return { kind: "index", index };
  }
  const parts: string[] = [];
  for (const key of [...(schema.listMapKeys ?? [])].sort()) {
    const value = getOwn(item, key);
    if (value !== undefined) {
      parts.push(`${key}=${printIdentity(value)}`);
    }
  }
  return { kind: "item", text: `[${parts.join(",")}]` };
}

/** Elements of two lists, matched. Indices refer to the list of their side. */
export interface Pairing {
  /** Old index and new index of each element that both lists have, in the order of the new list. */
  readonly pairs: readonly (readonly [number, number])[];
  /** New indices of elements whose identity the old list lacks. */
  readonly added: readonly number[];
  /** Old indices of elements whose identity the new list lacks. */
  readonly removed: readonly number[];
}

/**
 * Pairs elements in linear time. Duplicates pair nth with nth; a surplus occurrence is in no pair, and neither added
 * nor removed, because its identity is on both sides.
 */
export function pairElements(
  before: Readonly<JsonArray>,
  after: Readonly<JsonArray>,
  identify: IdentifyElement | undefined,
): Pairing {
  if (identify === undefined) {
    return pairByIndex(before.length, after.length);
  }
  const places = groupByIdentity(before, identify);
  const pairs: [number, number][] = [];
  const added: number[] = [];
  const seen = new Map<ElementId, number>();
  for (let index = 0; index < after.length; index++) {
    const id = identify(after[index] as JsonValue);
    const nth = seen.get(id) ?? 0;
    seen.set(id, nth + 1);
    const candidates = places.get(id);
    const oldIndex = candidates?.[nth];
    if (oldIndex !== undefined) {
      pairs.push([oldIndex, index]);
    } else if (candidates === undefined && nth === 0) {
      added.push(index);
    }
  }
  const removed: number[] = [];
  for (const [id, [first]] of places) {
    if (!seen.has(id)) {
      removed.push(first as number);
    }
  }
  return { pairs, added, removed };
}

function groupByIdentity(list: Readonly<JsonArray>, identify: IdentifyElement): Map<ElementId, number[]> {
  const places = new Map<ElementId, number[]>();
  for (let index = 0; index < list.length; index++) {
    const id = identify(list[index] as JsonValue);
    const group = places.get(id);
    if (group === undefined) {
      places.set(id, [index]);
    } else {
      group.push(index);
    }
  }
  return places;
}

function pairByIndex(before: number, after: number): Pairing {
  const shared = Math.min(before, after);
  return {
    pairs: Array.from({ length: shared }, (_, index) => [index, index] as const),
    added: Array.from({ length: after - shared }, (_, index) => shared + index),
    removed: Array.from({ length: before - shared }, (_, index) => shared + index),
  };
}

/** True if two lists have the same identities in the same order, so that elements pair by their index. */
export function isAligned(
  before: Readonly<JsonArray>,
  after: Readonly<JsonArray>,
  identify: IdentifyElement | undefined,
): boolean {
  if (before.length !== after.length) {
    return false;
  }
  if (identify === undefined) {
    return true;
  }
  const { isSure } = identify;
  for (let i = 0; i < after.length; i++) {
    const old = before[i] as JsonValue;
    const now = after[i] as JsonValue;
    if (isSure?.(old, now) !== true && identify(now) !== identify(old)) {
      return false;
    }
  }
  return true;
}

/** Schema below a step of a path; undefined if the schema does not describe it. */
export function childSchema(schema: JsonSchema | undefined, segment: Segment): JsonSchema | undefined {
  if (schema === undefined) {
    return undefined;
  }
  if (segment.kind === "field" || segment.kind === "key") {
    const name = segment.kind === "field" ? segment.name : segment.key;
    const rest = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
    return schema.properties?.get(name) ?? rest;
  }
  return itemsOf(schema);
}
