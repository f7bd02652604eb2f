import { type CowTree, createTree, treeSet } from "../cow-tree.ts";
import type { Entry, Revision } from "../store.ts";
import { isStoreError } from "../store-error.ts";
import { yieldTurn } from "../yield-turn.ts";
import type { EtcdConnection } from "./etcd-connection.ts";
import { etcdRpc } from "./etcd-rpc.ts";
import type { KeySpace } from "./key-space.ts";
import type { KeyValue } from "./messages.ts";

/** A page is asked for by number of keys but meant to be about this large. */
const pageBytes = 8 * 1024 * 1024;
const firstPageKeys = 500;
const mostPageKeys = 20_000;
/** Loading is tried this often when etcd compacts the revision away meanwhile. */
const attempts = 5;

export interface LoadedTree {
  readonly tree: CowTree<Entry>;
  readonly revision: Revision;
}

/** Everything the store has in etcd, at one revision that is current when the call begins. */
export async function loadTree(connection: EtcdConnection, keys: KeySpace): Promise<LoadedTree> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await loadOnce(connection, keys);
    } catch (error) {
      if (!isStoreError(error, "compacted") || attempt === attempts) throw error;
    }
  }
}

async function loadOnce(connection: EtcdConnection, keys: KeySpace): Promise<LoadedTree> {
  let tree = createTree<Entry>();
  let revision = 0;
  let limit = firstPageKeys;
  let key = keys.all.key;
  for (;;) {
    const request = { key, rangeEnd: keys.all.rangeEnd, limit, revision };
    const page = await connection.call(etcdRpc.range, request, { isRepeatable: true });
    if (revision === 0) revision = page.revision;
    let bytes = 0;
    for (const kv of page.kvs) {
      const entry = toEntry(kv, keys);
      if (entry !== undefined) tree = treeSet(tree, entry.key, entry);
      bytes += kv.value.length;
    }
    const last = page.kvs.at(-1);
    if (!page.more || last === undefined) return { tree, revision };
    key = followingKey(last.key);
    limit = Math.min(mostPageKeys, Math.max(100, Math.floor(pageBytes / (bytes / page.kvs.length + 1))));
    await yieldTurn();
  }
}

/** The entry with bytes of its own: a message would otherwise stay in memory as long as its smallest part. */
export function toEntry(kv: KeyValue, keys: KeySpace): Entry | undefined {
  const key = keys.fromEtcd(kv.key);
  return key === undefined ? undefined : { key, value: Buffer.from(kv.value), revision: kv.modRevision };
}

/** The first key that may follow this one. */
export function followingKey(key: Uint8Array): Uint8Array {
  const next = new Uint8Array(key.length + 1);
  next.set(key);
  return next;
}
