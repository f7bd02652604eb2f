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
 * node.
 */
export function createPodIndex(services: PodServices): FindPods {
  const known = new WeakMap<HeadEntry, PodOnNode>();

  const readPod = ({ key, entry }: Placed): PodOnNode => {
    const found = known.get(entry);
    if (found !== undefined) {
      return found;
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
    const prefix = namespace === "" ? POD_PREFIX : `${POD_PREFIX}${namespace}/`;
    return snapshot === undefined ? [] : findPlaced(snapshot, { node, prefix }).map(readPod);
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
