import { decodeStoredJson, type HeadEntry, type HeadSnapshot, openStoredValue } from "@kiln/kinds";
import { treeEntries, treeGet } from "@kiln/store";
import { type PodReferences, referencesOf } from "./pod-references.ts";
import type { PodServices } from "./pod-services.ts";

export interface PodOnNode extends PodReferences {
  /** Namespace of the Pod. */
  readonly home: string;
}

/** Finds the Pods on a node, with the objects they reference: in one namespace, or in all if it is empty. */
export type FindPods = (node: string, namespace: string) => Promise<readonly PodOnNode[]>;

interface Placed {
  readonly key: string;
  readonly entry: HeadEntry;
}

const POD_PREFIX = "/registry/core/pods/";
const NODE_NAME = "spec.nodeName";

/**
 * Index of Pods by node. A starting kubelet requests every object of its Pods, and all kubelets may start at once: each
 * Pod is decoded once per write, and an index of spec.nodeName, shared with lists and watches, finds the Pods of a
 * node, once until a Pod is written.
 */
export function createPodIndex(services: PodServices): FindPods {
  const known = new WeakMap<HeadEntry, PodOnNode>();
  const found = new WeakMap<HeadSnapshot["tree"], Map<string, readonly PodOnNode[]>>();

  const readPod = ({ key, entry }: Placed): PodOnNode => {
    const cached = known.get(entry);
    if (cached !== undefined) {
      return cached;
    }
    const home = key.slice(POD_PREFIX.length, key.indexOf("/", POD_PREFIX.length));
    const stored = services.store.peek(key);
    const pod = stored === undefined ? {} : decodeStoredJson(openStoredValue(stored.value).body);
    const read = { ...referencesOf(pod), home };
    // The stored object may be newer than its cached metadata for a moment: then it is not cached under the old
    // revision.
    if (stored?.revision === entry.revision) {
      known.set(entry, read);
    }
    return read;
  };

  return async (node, namespace) => {
    const resource = services.registry.find("", "v1", "pods");
    const term = { of: "fields", name: NODE_NAME, value: node } as const;
    const snapshot = resource === undefined ? undefined : await services.heads.snapshot(resource, { term });
    if (snapshot === undefined) {
      return [];
    }
    const inTree = found.get(snapshot.tree) ?? new Map<string, readonly PodOnNode[]>();
    const place = `${namespace}/${node}`;
    const cached = inTree.get(place);
    if (cached !== undefined) {
      return cached;
    }
    const prefix = namespace === "" ? POD_PREFIX : `${POD_PREFIX}${namespace}/`;
    const placed = findPlaced(snapshot, { node, prefix });
    const pods = placed.map(readPod);
    // An empty result is not kept: a node may request any number of namespaces without its Pods.
    if (pods.length > 0 && placed.every(({ entry }) => known.has(entry))) {
      found.set(snapshot.tree, inTree.set(place, pods));
    }
    return pods;
  };
}

function findPlaced(
  { tree, keys }: HeadSnapshot,
  { node, prefix }: { readonly node: string; readonly prefix: string },
): Placed[] {
  const placed: Placed[] = [];
  for (const [key] of treeEntries<unknown>(keys ?? tree, prefix)) {
    if (!key.startsWith(prefix)) {
      break;
    }
    const entry = treeGet(tree, key);
    if (entry !== undefined && (entry.head.fields?.[NODE_NAME] ?? "") === node) {
      placed.push({ key, entry });
    }
  }
  return placed;
}
