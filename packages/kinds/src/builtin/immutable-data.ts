import { deepEqual, type FieldError, fieldPath, forbidden, type JsonObject } from "@kiln/api";
import type { FeatureGates } from "../resource/feature-gates.ts";

const WHY = "field is immutable when `immutable` is set";

/**
 * KEP-1412: a ConfigMap or Secret with `immutable: true` keeps that field and its data; metadata can change. This
 * depends on the stored object only, not on the feature gate, because kubelets rely on the field. `keys` are the fields
 * that hold data, compared in canonical form.
 */
export function checkDataKept(object: JsonObject, old: JsonObject, keys: readonly string[]): FieldError[] {
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

/** Removes a new `immutable` field while the feature gate is off; a stored one is kept. */
export function dropImmutable(object: JsonObject, features: FeatureGates, old?: JsonObject): void {
  if (!features.ImmutableEphemeralVolumes && object.immutable !== undefined && old?.immutable === undefined) {
    delete object.immutable;
  }
}
