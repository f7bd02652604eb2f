import { appendAll, type KubeObject, type OwnerReference, parseGroupVersion } from "@kiln/api";
import type { Client } from "@kiln/client";
import type { Kind } from "../kinds/read-kinds.ts";

/** An object in a tree of owners and dependents. */
export interface TreeNode {
  readonly kind: string;
  readonly apiVersion: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** Kind of the object; undefined for an owner whose kind the server does not serve. */
  readonly type: Kind | undefined;
  /** Whether the object is a referenced owner that does not exist. */
  readonly isMissing: boolean;
  readonly children: readonly TreeNode[];
}

interface Found {
  readonly type: Kind;
  readonly object: KubeObject;
}

const METADATA = {
  headers: { accept: "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json" },
};
/** Maximum number of objects per kind and namespace. */
export const MAX_LOOKED_AT = 2_000;
const AT_ONCE = 4;

/**
 * Tree of an object: its owners up to the root, and all their dependents. Reads the metadata of all kinds that the user
 * may list in the object's namespace, so it is built only when the user opens the tab.
 */
export async function readOwnerTree(
  client: Client,
  { kinds, type, object, signal }: { kinds: readonly Kind[]; type: Kind; object: KubeObject; signal: AbortSignal },
): Promise<TreeNode> {
  const namespace = object.metadata.namespace;
  const searched = kinds.filter((kind) => kind.isNamespaced || namespace === undefined).filter(isWorthSearching);
  const owned: Found[] = [];
  const queue = [...searched];
  const search = async () => {
    for (let kind = queue.shift(); kind !== undefined && !signal.aborted; kind = queue.shift()) {
      appendAll(owned, await listMetadata(client, kind, { namespace, signal }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, search));
  signal.throwIfAborted();
  return buildTree({ type, object }, owned, kinds);
}

function isWorthSearching({ plural, verbs }: Kind): boolean {
  return verbs.includes("list") && verbs.includes("get") && plural !== "events";
}

/** Metadata of all objects of a kind; empty for a kind that the user may not list. */
async function listMetadata(
  client: Client,
  type: Kind,
  { namespace, signal }: { readonly namespace: string | undefined; readonly signal: AbortSignal },
): Promise<readonly Found[]> {
  try {
    const list = await client.list(type, { namespace, limit: MAX_LOOKED_AT, signal, ...METADATA });
    return (list.items as KubeObject[]).map((object) => ({ type, object }));
  } catch {
    signal.throwIfAborted();
    return [];
  }
}

/** Builds the tree. Objects that own each other in a cycle appear once on each path. */
export function buildTree(start: Found, others: readonly Found[], kinds: readonly Kind[]): TreeNode {
  const byUid = new Map<string, Found>();
  const byOwner = new Map<string, Found[]>();
  for (const found of [...others, start]) {
    byUid.set(found.object.metadata.uid ?? "", found);
  }
  for (const found of byUid.values()) {
    for (const { uid } of ownersOf(found.object)) {
      byOwner.set(uid, [...(byOwner.get(uid) ?? []), found]);
    }
  }
  const toNode = ({ type, object }: Found, above: ReadonlySet<string>): TreeNode => {
    const { uid = "", namespace = "", name = "" } = object.metadata;
    const below = above.has(uid) ? [] : (byOwner.get(uid) ?? []);
    const children = below.map((child) => toNode(child, new Set([...above, uid])));
    const apiVersion = type.group === "" ? type.version : `${type.group}/${type.version}`;
    return { kind: type.kind, apiVersion, namespace, name, uid, type, isMissing: false, children: sortNodes(children) };
  };
  let [top, seen] = [start, new Set<string>()];
  for (;;) {
    seen.add(top.object.metadata.uid ?? "");
    const owners = ownersOf(top.object);
    const owner = owners.find(({ controller }) => controller === true) ?? owners[0];
    if (owner === undefined || seen.has(owner.uid)) {
      return toNode(top, new Set());
    }
    const found = byUid.get(owner.uid);
    if (found === undefined) {
      return missingOwner(owner, { kinds, child: toNode(top, new Set()) });
    }
    top = found;
  }
}

function ownersOf(object: KubeObject): readonly OwnerReference[] {
  return (object.metadata.ownerReferences ?? []) as readonly OwnerReference[];
}

/** Node for an owner that is not available: cluster-scoped, not listable, or deleted. */
function missingOwner(
  { apiVersion, kind, name, uid }: OwnerReference,
  { kinds, child }: { readonly kinds: readonly Kind[]; readonly child: TreeNode },
): TreeNode {
  const group = parseGroupVersion(apiVersion).value?.group ?? "";
  const type = kinds.find((each) => each.kind === kind && each.group === group);
  const namespace = type?.isNamespaced === true ? child.namespace : "";
  return {
    kind,
    apiVersion,
    namespace,
    name,
    uid,
    type,
    isMissing: type === undefined || type.isNamespaced,
    children: [child],
  };
}

function sortNodes(nodes: readonly TreeNode[]): readonly TreeNode[] {
  return [...nodes].sort((a, b) => (a.kind + a.name < b.kind + b.name ? -1 : 1));
}
