import { type CowTree, treeFromSorted } from "../cow-tree.ts";
import { compareKeys } from "../key-order.ts";
import type { Entry, Revision } from "../store.ts";
import { isStoreError } from "../store-error.ts";
import { yieldTurn } from "../yield-turn.ts";
import type { EtcdConnection } from "./etcd-connection.ts";
import { etcdRpc } from "./etcd-rpc.ts";
import type { KeySpace } from "./key-space.ts";
import type { KeyValue } from "./messages.ts";

/** A page is requested by number of keys but meant to be about this large. */
const pageBytes = 8 * 1024 * 1024;
const firstPageKeys = 500;
const mostPageKeys = 20_000;
/** Keys decoded before the event loop gets a turn. */
const turnKeys = 1000;
/** Attempts to load all keys; one fails if etcd compacts its revision meanwhile. */
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

/** Requests the next page while the previous one is decoded. */
async function loadOnce(connection: EtcdConnection, keys: KeySpace): Promise<LoadedTree> {
  const found: Entry[] = [];
  const ask = (key: Uint8Array, limit: number, revision: number) =>
    connection.call(etcdRpc.range, { key, rangeEnd: keys.all.rangeEnd, limit, revision }, { isRepeatable: true });
  let page = await ask(keys.all.key, firstPageKeys, 0);
  const { revision } = page;
  for (;;) {
    const last = page.kvs.at(-1);
    const isLast = !page.more || last === undefined;
    const next = isLast ? undefined : ask(followingKey(last.key), pageLimit(page.kvs), revision);
    // The failure is handled when the page is awaited, after the entries of the last page.
    next?.catch(() => undefined);
    await takeIn(found, page.kvs, keys);
    if (next === undefined) break;
    page = await next;
  }
  if (keys.isReordered) found.sort((a, b) => compareKeys(a.key, b.key));
  const tree = treeFromSorted(
    found.map(({ key }) => key),
    found,
  );
  return { tree, revision };
}

function pageLimit(kvs: readonly KeyValue[]): number {
  const bytes = kvs.reduce((sum, { value }) => sum + value.length, 0);
  return Math.min(mostPageKeys, Math.max(100, Math.floor(pageBytes / (bytes / kvs.length + 1))));
}

/** Adds the decoded entries to `found`, with a turn for other work after each 1,000 keys. */
async function takeIn(found: Entry[], kvs: readonly KeyValue[], keys: KeySpace): Promise<void> {
  for (const [i, kv] of kvs.entries()) {
    const entry = toEntry(kv, keys);
    if (entry !== undefined) found.push(entry);
    if (i % turnKeys === turnKeys - 1) await yieldTurn();
  }
}

/** Entry with its own copy of the bytes: a view would keep the whole message in memory. */
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
