import { getOwn, type JsonObject, setOwn } from "@kiln/api";
import type { DecodeWalk, EmptyField } from "./decode-walk.ts";

/** Symbol keys of decoded objects; JSON, copies and comparisons ignore them. */
const OWN_KEYS: unique symbol = Symbol("keys of own lists and maps that a client gave empty");
const ALL_FIELDS: unique symbol = Symbol("all lists and maps of the object that a client gave empty");

interface Decoded {
  [OWN_KEYS]?: Set<string>;
  [ALL_FIELDS]?: readonly EmptyField[];
}

/** Records a field if it was sent as an empty list or map, in its object and in the walk. */
export function noteIfEmpty(walk: DecodeWalk, field: EmptyField): void {
  const { object, key, value } = field;
  if (typeof value === "object" && value !== null && Object.keys(value).length === 0) {
    const keys = (object as Decoded)[OWN_KEYS];
    if (keys === undefined) {
      Object.defineProperty(object, OWN_KEYS, { value: new Set([key]) });
    } else {
      keys.add(key);
    }
    walk.emptied.push(field);
  }
}

/** Records in the root object all fields that were sent empty. */
export function rememberGivenEmpty(root: JsonObject, fields: readonly EmptyField[]): void {
  if (fields.length > 0) {
    Object.defineProperty(root, ALL_FIELDS, { value: fields, configurable: true });
  }
}

/**
 * Kubernetes: an empty list or map sent by a client is not stored, but validation distinguishes it from none
 * (serializer/protobuf/protobuf.go doEncode, v1.36).
 */
export function wasGivenEmpty(object: JsonObject, key: string): boolean {
  return (object as Decoded)[OWN_KEYS]?.has(key) === true && (getOwn(object, key) ?? null) === null;
}

/** Whether any field outside metadata was sent empty. */
export function wasAnyGivenEmpty(root: JsonObject): boolean {
  const fields = (root as Decoded)[ALL_FIELDS] ?? [];
  return fields.some(({ object, key }) => object !== root.metadata && wasGivenEmpty(object, key));
}

/**
 * Calls `look` while the object has the lists and maps that its client sent empty in fields that Go always encodes.
 * Kubernetes: until it is stored, such a field differs from an absent one, and its manager owns it
 * (managedfields/internal/typeconverter.go ObjectToTyped, v1.36).
 */
export function withGivenEmpty<T>(root: JsonObject, look: () => T): T {
  const fields = ((root as Decoded)[ALL_FIELDS] ?? []).filter(({ object, key }) => object[key] === null);
  if (fields.length === 0) {
    return look();
  }
  for (const { object, key, value } of fields) {
    setOwn(object, key, value);
  }
  const reset = () => {
    for (const { object, key } of fields) {
      setOwn(object, key, null);
    }
  };
  let isWaiting = false;
  try {
    const seen = look();
    isWaiting = seen instanceof Promise;
    return seen instanceof Promise ? (seen.finally(reset) as T) : seen;
  } finally {
    if (!isWaiting) {
      reset();
    }
  }
}
