import { toInt } from "./int.ts";
import { CelDouble, CelUint, type CelValue, fromJson, ListView, MapView, Special } from "./value.ts";

/** A list: an array or a view of one. */
export type CelList = readonly CelValue[] | ListView;

/** A map or object: a plain object or a view of one. */
export type CelMap = { readonly [key: string]: CelValue } | MapView;

export function isList(value: CelValue): value is CelList {
  return Array.isArray(value) || value instanceof ListView;
}

export function isMap(value: CelValue): value is CelMap {
  return (
    typeof value === "object" && value !== null && (value instanceof Special ? value.kind === "map" : isPlain(value))
  );
}

function isPlain(value: object): boolean {
  return !Array.isArray(value) && !(value instanceof Uint8Array);
}

export function listSize(list: CelList): number {
  return list instanceof ListView ? list.size : list.length;
}

/** @param index - must be within the list */
export function elementAt(list: CelList, index: number): CelValue {
  return list instanceof ListView ? list.at(index) : fromJson(list[index] as CelValue);
}

/** Decoded elements. A plain list of values that need no decoding is returned as it is. */
export function elementsOf(list: CelList): readonly CelValue[] {
  if (list instanceof ListView) {
    return Array.from({ length: list.size }, (_, index) => list.at(index));
  }
  return list.some((raw) => fromJson(raw) !== raw) ? list.map(fromJson) : list;
}

export function mapSize(map: CelMap): number {
  return map instanceof MapView ? map.size : Object.keys(map).length;
}

const inherited = [Object.prototype, Array.prototype, Uint8Array.prototype];

/** Whether plain objects, arrays or bytes inherit a name. Any other name may be read without an own-property check. */
export function isInherited(name: string): boolean {
  return name === "length" || inherited.some((prototype) => name in prototype);
}

/** Value of a key; undefined if there is none. Numbers match keys of any numeric type with that value. */
export function findInMap(map: CelMap, key: CelValue): CelValue | undefined {
  if (map instanceof MapView) {
    return map.find(key);
  }
  return typeof key === "string" && Object.hasOwn(map, key) ? fromJson(map[key] as CelValue) : undefined;
}

export function keysOf(map: CelMap): Iterable<CelValue> {
  return map instanceof MapView ? map.keys() : Object.keys(map);
}

type Lookup = string | number | bigint | boolean;

/**
 * Lookup key of a CEL key: ints, uints and whole doubles of one value share it. Undefined for values that are never
 * keys.
 */
export function lookupOf(key: CelValue): Lookup | undefined {
  switch (typeof key) {
    case "string":
    case "number":
    case "bigint":
    case "boolean":
      return key;
    default:
  }
  if (key instanceof CelUint) {
    return toInt(key.value) ?? key.value;
  }
  if (key instanceof CelDouble && Number.isInteger(key.value)) {
    const whole = BigInt(key.value);
    return toInt(whole) ?? whole;
  }
  return undefined;
}

/** Map that an expression created. */
export class LiteralMap extends MapView {
  readonly entries: Map<Lookup, { readonly key: CelValue; readonly value: CelValue }>;

  constructor(entries?: LiteralMap["entries"]) {
    super();
    this.entries = entries ?? new Map();
  }

  get size(): number {
    return this.entries.size;
  }

  find(key: CelValue): CelValue | undefined {
    const lookup = lookupOf(key);
    return lookup === undefined ? undefined : this.entries.get(lookup)?.value;
  }

  *keys(): Iterable<CelValue> {
    for (const { key } of this.entries.values()) {
      yield key;
    }
  }
}
