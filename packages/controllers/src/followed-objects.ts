import { kindPrefix } from "@kiln/api";
import { decodeStoredJson, type Head, hasOnlyUid, openStoredValue, readHeadText } from "@kiln/kinds";
import { createSelection, type Selection } from "@kiln/store";
import { classifyReferences, type OwnerSearch } from "./classify-owners.ts";
import { type OwnerReference, ownerReferencesOf } from "./owner-reference.ts";

/** A stored object with owners, or one that is being deleted. */
export interface FollowedObject {
  readonly key: string;
  readonly head: Head;
  readonly value: Uint8Array;
  /** Owners, decoded on first use. */
  references?: readonly OwnerReference[];
}

/**
 * Kubernetes: Events neither own objects nor have owners (garbagecollector/graph_builder.go DefaultIgnoredResources,
 * v1.36).
 */
const IGNORED: ReadonlySet<string> = new Set(["/registry/core/events/", "/registry/events.k8s.io/events/"]);

/** Whether the garbage collector follows objects of this kind. */
export function isFollowed(key: string): boolean {
  return !IGNORED.has(kindPrefix(key));
}

/** Objects that the garbage collector follows. Forks share them with the cluster that they start as. */
export const FOLLOWED: Selection<FollowedObject> = createSelection("/registry/", ({ key, value }) => {
  const head = isFollowed(key) ? readFollowedHead(value) : undefined;
  return head === undefined ? undefined : { key, head, value };
});

/**
 * Metadata of an object that the collector must follow; undefined for most objects, which have no owners and are not
 * being deleted. Decided without parsing.
 */
export function readFollowedHead(value: Uint8Array): Head | undefined {
  const text = hasOnlyUid(value) ? undefined : readHeadText(value);
  if (text === undefined || !(text.includes('"owners":') || text.includes('"deleting":'))) {
    return undefined;
  }
  return JSON.parse(text) as Head;
}

/** Whether all owners of the object exist, so that the garbage collector has nothing to do for it. */
export function hasSolidOwners(search: OwnerSearch, object: FollowedObject): boolean {
  const place = search.kinds.placeOf(object.key);
  if (place === undefined || object.head.deleting === true) {
    return false;
  }
  const references = referencesOf(object);
  return references !== undefined && classifyReferences(search, place, references).solid.length === references.length;
}

/** Owners of an object; undefined for one that cannot be decoded. */
function referencesOf(object: FollowedObject): readonly OwnerReference[] | undefined {
  try {
    object.references ??= ownerReferencesOf(decodeStoredJson(openStoredValue(object.value).body));
  } catch {
    return undefined;
  }
  return object.references;
}
