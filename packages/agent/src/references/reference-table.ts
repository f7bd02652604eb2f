import type { KubeObject } from "@kiln/api";
import type { ObjectRef } from "./object-ref.ts";
import { countReferences, podReferences } from "./pod-references.ts";

export interface ReferenceTableOptions {
  /** Called when a Pod references an object newly; `isFirst` if no Pod did before. */
  onAdded(ref: ObjectRef, key: string, news: { readonly podUid: string; readonly isFirst: boolean }): void;
  /** Called when a Pod no longer references an object; `isLast` if no other does. */
  onRemoved(ref: ObjectRef, key: string, news: { readonly podUid: string; readonly isLast: boolean }): void;
}

/** References from Pods to objects, in both directions. Does no I/O. */
export interface ReferenceTable {
  /** Updates the references of a Pod and reports the differences. */
  setPod(pod: KubeObject): void;
  /** Removes the references of a Pod that is finished or deleted. */
  releasePod(podUid: string): void;
  podsOf(key: string): Iterable<string>;
  /** Number of references of a Pod to an object. */
  countOf(key: string, podUid: string): number;
  readonly size: number;
}

export function createReferenceTable({ onAdded, onRemoved }: ReferenceTableOptions): ReferenceTable {
  const pods = new Map<string, ReadonlyMap<string, ObjectRef>>();
  const objects = new Map<string, Map<string, number>>();

  const remove = (ref: ObjectRef, key: string, podUid: string) => {
    const counts = objects.get(key);
    counts?.delete(podUid);
    const isLast = counts?.size === 0;
    if (isLast) {
      objects.delete(key);
    }
    onRemoved(ref, key, { podUid, isLast });
  };

  return {
    setPod(pod) {
      const { uid: podUid = "" } = pod.metadata;
      const before = pods.get(podUid) ?? new Map<string, ObjectRef>();
      const now = countReferences(podReferences(pod));
      pods.set(podUid, new Map([...now].map(([key, { ref }]) => [key, ref])));
      for (const [key, { ref, count }] of now) {
        const counts = objects.get(key) ?? new Map<string, number>();
        objects.set(key, counts);
        counts.set(podUid, count);
        if (!before.has(key)) {
          onAdded(ref, key, { podUid, isFirst: counts.size === 1 });
        }
      }
      for (const [key, ref] of before) {
        if (!now.has(key)) {
          remove(ref, key, podUid);
        }
      }
    },
    releasePod(podUid) {
      const before = pods.get(podUid);
      pods.delete(podUid);
      for (const [key, ref] of before ?? []) {
        remove(ref, key, podUid);
      }
    },
    podsOf: (key) => objects.get(key)?.keys() ?? [],
    countOf: (key, podUid) => objects.get(key)?.get(podUid) ?? 0,
    get size() {
      return objects.size;
    },
  };
}
