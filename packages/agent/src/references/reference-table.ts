import type { KubeObject } from "@kiln/api";
import type { ObjectRef } from "./object-ref.ts";
import { countReferences, podReferences } from "./pod-references.ts";

export interface ReferenceTableOptions {
  /** Some pod names it that did not before; `isFirst` if none did. */
  onAdded(ref: ObjectRef, key: string, news: { readonly podUid: string; readonly isFirst: boolean }): void;
  /** A pod names it no more; `isLast` if none does. */
  onRemoved(ref: ObjectRef, key: string, news: { readonly podUid: string; readonly isLast: boolean }): void;
}

/** Which pods name which objects. Nothing here does I/O. */
export interface ReferenceTable {
  /** The pod as it is now: only what changed is added and removed. */
  setPod(pod: KubeObject): void;
  /** The pod is finished or gone. */
  releasePod(podUid: string): void;
  podsOf(key: string): Iterable<string>;
  /** How often a pod names an object. */
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
