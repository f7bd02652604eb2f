import type { JsonValue, ManagedFieldsEntry } from "@kiln/api";
import { difference, has, isEmpty, setOf } from "./field-set.ts";
import { decodeManagedFields, encodeManagedFields, type Managed, type ManagedEntry } from "./managed-fields.ts";
import type { FieldPath } from "./path-element.ts";

const SCALE = "autoscaling/v1";

/** Path of the replicas in a Scale; in the object they may have another path. */
const REPLICAS: FieldPath = ["f:spec", "f:replicas"];

/**
 * Path of the replicas in a version of the object: null if the version has no scale subresource, undefined if it does
 * not exist.
 */
export type ReplicasPath = (apiVersion: string) => FieldPath | null | undefined;

/** managedFields of an object's Scale, whose replicas have the same owners as those of the object. */
export function toScaleEntries(entries: JsonValue | undefined, replicasPath: ReplicasPath): ManagedFieldsEntry[] {
  const scaled = new Map<string, ManagedEntry>();
  for (const [id, entry] of decode(entries)) {
    const path = replicasPath(entry.apiVersion) ?? null;
    if (path !== null && has(entry.set, path)) {
      scaled.set(id, { ...entry, apiVersion: SCALE, set: setOf(REPLICAS) });
    }
  }
  return encodeManagedFields(scaled);
}

export interface FromScale {
  /** managedFields of the object, before the change. */
  readonly entries: JsonValue | undefined;
  /** managedFields of the Scale, after the change. */
  readonly scaleEntries: JsonValue | undefined;
  readonly replicasPath: ReplicasPath;
  /** Version in which the change was made. */
  readonly apiVersion: string;
}

/**
 * managedFields of an object after a write to its Scale: managers that no longer own the Scale's replicas no longer own
 * the object's. Kubernetes: updaters are identified by version too, and the Scale has another version, so each of them
 * loses the replicas here and gets them back in an entry without a time (managedfields/scalehandler.go ToParent,
 * v1.36).
 */
export function fromScaleEntries({ entries, scaleEntries, replicasPath, apiVersion }: FromScale): ManagedFieldsEntry[] {
  const scaled = new Map(decode(scaleEntries));
  const result = new Map<string, ManagedEntry>();
  for (const [id, entry] of decode(entries)) {
    const path = replicasPath(entry.apiVersion);
    if (path === undefined) {
      continue;
    }
    if (path === null || !has(entry.set, path) || scaled.delete(id)) {
      result.set(id, entry);
      continue;
    }
    const set = difference(entry.set, setOf(path));
    if (!isEmpty(set)) {
      result.set(id, { ...entry, set });
    }
  }
  const path = replicasPath(apiVersion) ?? null;
  for (const [id, { time: _, ...entry }] of scaled) {
    if (path !== null && has(entry.set, REPLICAS)) {
      result.set(id, { ...entry, apiVersion, set: setOf(path) });
    }
  }
  return encodeManagedFields(result);
}

function decode(entries: JsonValue | undefined): Managed {
  const decoded = decodeManagedFields(entries);
  return typeof decoded === "string" ? new Map() : decoded;
}
