import { decodeStoredJson, type HeadEntry, openStoredValue } from "@kiln/kinds";
import { type CowTree, treeEntries } from "@kiln/store";
import { type PodReferences, referencesOf } from "./pod-references.ts";
import type { PodServices } from "./pod-services.ts";

export interface PodOnNode extends PodReferences {
  /** Namespace of the Pod. */
  readonly home: string;
}

/** Pods of a node and the objects they reference: in one namespace, or in all if it is empty. */
export type FindPods = (node: string, namespace: string) => Promise<readonly PodOnNode[]>;

interface Placed {
  readonly key: string;
  readonly entry: HeadEntry;
}

const POD_PREFIX = "/registry/core/pods/";

/**
 * Index of Pods by node. A starting kubelet requests every object of its Pods, and all may start at once: each Pod is
 * decoded once per write, and the metadata of all Pods is scanned once after any write, however many requests there
 * are.
 */
export function createPodIndex(services: PodServices): FindPods {
  const known = new WeakMap<HeadEntry, PodOnNode>();
  let placed: ReadonlyMap<string, readonly Placed[]> = new Map();
  let placedTree: CowTree<HeadEntry> | undefined;

  const readPod = ({ key, entry }: Placed): PodOnNode => {
    const found = known.get(entry);
    if (found !== undefined) {
      return found;
    }
    const home = key.slice(POD_PREFIX.length, key.indexOf("/", POD_PREFIX.length));
    const stored = services.store.peek(key);
    const pod = stored === undefined ? {} : decodeStoredJson(openStoredValue(stored.value).body);
    const read = { ...referencesOf(pod), home };
    // The stored object may be newer than its cached metadata for a moment: it must not be cached under the old
    // revision.
    if (stored?.revision === entry.revision) {
      known.set(entry, read);
    }
    return read;
  };

  return async (node, namespace) => {
    const resource = services.registry.find("", "v1", "pods");
    const snapshot = resource === undefined ? undefined : await services.heads.snapshot(resource, {});
    if (snapshot !== undefined && snapshot.tree !== placedTree) {
      placed = placeByNode(snapshot.tree);
      placedTree = snapshot.tree;
    }
    const pods = snapshot === undefined ? [] : (placed.get(node) ?? []);
    const prefix = namespace === "" ? POD_PREFIX : `${POD_PREFIX}${namespace}/`;
    return pods.filter(({ key }) => key.startsWith(prefix)).map(readPod);
  };
}

function placeByNode(tree: CowTree<HeadEntry>): Map<string, Placed[]> {
  const placed = new Map<string, Placed[]>();
  for (const [key, entry] of treeEntries(tree)) {
    const node = entry.head.fields?.["spec.nodeName"] ?? "";
    const pods = placed.get(node);
    if (pods === undefined) {
      placed.set(node, [{ key, entry }]);
    } else {
      pods.push({ key, entry });
    }
  }
  return placed;
}
