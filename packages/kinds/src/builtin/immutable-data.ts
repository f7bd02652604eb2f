import { deepEqual, type FieldError, fieldPath, forbidden, type JsonObject } from "@kiln/api";
import type { FeatureGates } from "../resource/feature-gates.ts";

const WHY = "field is immutable when `immutable` is set";

/**
 * KEP-1412: a ConfigMap or Secret marked immutable keeps its mark and its data; labels and the like stay free. The old
 * object alone decides, whether the feature is on or off, because nodes trust a mark that they see. `keys` are the fields that hold data, compared once both objects are in their canonical form.
 */
export function checkImmutable(object: JsonObject, old: JsonObject, keys: readonly string[]): FieldError[] {
  if (old.immutable !== true) {
    return [];
  }
  const errors = object.immutable === true ? [] : [forbidden(fieldPath("immutable"), WHY)];
  for (const key of keys) {
    if (!deepEqual(object[key] ?? {}, old[key] ?? {})) {
      errors.push(forbidden(fieldPath(key), WHY));
    }
  }
  return errors;
}

/** Changes the object: with the feature off the mark is not taken from clients, but one that is stored stays. */
export function dropImmutable(object: JsonObject, features: FeatureGates, old?: JsonObject): void {
  if (!features.ImmutableEphemeralVolumes && object.immutable !== undefined && old?.immutable === undefined) {
    delete object.immutable;
  }
}
