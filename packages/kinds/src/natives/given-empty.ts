import { getOwn, type JsonObject, setOwn } from "@kiln/api";
import type { DecodeWalk, EmptyField } from "./decode-walk.ts";

/** Lists and maps that a client gave empty, by the object that has them and by the whole; gone with either. */
const keysOf = new WeakMap<JsonObject, Set<string>>();
const fieldsOf = new WeakMap<JsonObject, readonly EmptyField[]>();

/** Changes the walk. */
export function noteIfEmpty(walk: DecodeWalk, field: EmptyField): void {
  const { object, key, value } = field;
  if (typeof value === "object" && value !== null && Object.keys(value).length === 0) {
    keysOf.set(object, (keysOf.get(object) ?? new Set()).add(key));
    walk.emptied.push(field);
  }
}

export function rememberGivenEmpty(root: JsonObject, fields: readonly EmptyField[]): void {
  if (fields.length > 0) {
    fieldsOf.set(root, fields);
  }
}

/**
 * Kubernetes: an empty list or map sent by a client is not stored, but validation distinguishes it from none
 * (serializer/protobuf/protobuf.go doEncode, v1.36).
 */
export function wasGivenEmpty(object: JsonObject, key: string): boolean {
  return keysOf.get(object)?.has(key) === true && (getOwn(object, key) ?? null) === null;
}

/** Whether that is so anywhere but in metadata. */
export function wasAnyGivenEmpty(root: JsonObject): boolean {
  const fields = fieldsOf.get(root) ?? [];
  return fields.some(({ object, key }) => object !== root.metadata && wasGivenEmpty(object, key));
}

/**
 * Runs `look` on an object with the empty lists and maps that its client sent for fields without omitempty. Kubernetes:
 * until it is stored, such a field differs from an absent one, and its manager owns it
 * (managedfields/internal/typeconverter.go ObjectToTyped, v1.36).
 */
export function withGivenEmpty<T>(root: JsonObject, look: () => T): T {
  const fields = (fieldsOf.get(root) ?? []).filter(({ object, key }) => object[key] === null);
  for (const { object, key, value } of fields) {
    setOwn(object, key, value);
  }
  const reset = () => {
    for (const { object, key } of fields) {
      setOwn(object, key, null);
    }
  };
  const seen = look();
  if (seen instanceof Promise) {
    return seen.finally(reset) as T;
  }
  reset();
  return seen;
}
