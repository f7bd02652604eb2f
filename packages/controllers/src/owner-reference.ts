import { isJsonObject, type JsonObject, metadataOf } from "@kiln/api";
import type { Dialect } from "@kiln/kinds";

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/** Owner references as stored: validation checked their types, unless another program wrote them to etcd. */
export function ownerReferencesOf(object: JsonObject): OwnerReference[] {
  return referencesOf(object).map(({ apiVersion, kind, name, uid }) => ({
    apiVersion: String(apiVersion),
    kind: String(kind),
    name: String(name),
    uid: String(uid),
  }));
}

/** Removes owner references from the object. Returns false if it had none of them. */
export function removeOwners(object: JsonObject, uids: ReadonlySet<string>): boolean {
  const metadata = metadataOf(object);
  const before = referencesOf(object);
  const kept = before.filter(({ uid }) => !uids.has(String(uid)));
  if (kept.length > 0) {
    metadata.ownerReferences = kept;
  } else {
    delete metadata.ownerReferences;
  }
  return kept.length < before.length;
}

/** Sets blockOwnerDeletion to false in the object: its owners no longer wait for it. */
export function unblockOwners(object: JsonObject, { writing }: Dialect): boolean {
  const blocking = referencesOf(object).filter(
    ({ blockOwnerDeletion }) =>
      blockOwnerDeletion === true || (writing.unblocksByMergePatch && blockOwnerDeletion === undefined),
  );
  for (const reference of blocking) {
    reference.blockOwnerDeletion = false;
  }
  return blocking.length > 0;
}

/** Removes a finalizer from the object. Returns whether it had it. */
export function removeFinalizer(object: JsonObject, finalizer: string): boolean {
  const metadata = metadataOf(object);
  const before = Array.isArray(metadata.finalizers) ? metadata.finalizers : [];
  const kept = before.filter((other) => other !== finalizer);
  if (kept.length > 0) {
    metadata.finalizers = kept;
  } else {
    delete metadata.finalizers;
  }
  return kept.length < before.length;
}

function referencesOf(object: JsonObject): JsonObject[] {
  const { ownerReferences } = metadataOf(object);
  return Array.isArray(ownerReferences) ? ownerReferences.filter(isJsonObject) : [];
}
