import { eventBytes } from "../event-ring.ts";
import { firstKey, keyAfter } from "../key-order.ts";
import type { Entry, EventBatch, RangeOptions, RangeSlice, Revision, StoreEvent } from "../store.ts";
import { StoreError } from "../store-error.ts";
import type { EtcdConnection } from "./etcd-connection.ts";
import { etcdRpc } from "./etcd-rpc.ts";
import { follow } from "./follow.ts";
import type { KeySpace } from "./key-space.ts";
import { followingKey, toEntry } from "./load-tree.ts";
import type { WatchEvent } from "./messages.ts";
import { compacted } from "./mirror.ts";

/** Reads revisions from etcd that the mirror no longer keeps. */
export interface PastSource {
  readonly connection: EtcdConnection;
  readonly keys: KeySpace;
}

const pageKeys = 500;

/** A range as etcd still has it at an earlier revision. Throws `compacted` at once, or while it is read. */
export async function rangePast(
  source: PastSource,
  options: RangeOptions & { readonly revision: Revision },
): Promise<AsyncGenerator<RangeSlice>> {
  const slices = readPages(source, options);
  const first = await slices.next();
  return (async function* () {
    if (first.done !== true) yield first.value;
    yield* slices;
  })();
}

async function* readPages(
  { connection, keys }: PastSource,
  options: RangeOptions & { readonly revision: Revision },
): AsyncGenerator<RangeSlice> {
  // For an empty range too, etcd must be read once: it reports a compacted revision.
  const range = keys.rangeOf(options.prefix, firstKey(options.prefix, options.start)) ?? { key: keys.marker };
  // etcd takes revision 0 for the newest one; at revision 1 it is empty.
  const revision = Math.max(1, options.revision);
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  for (let key = range.key; ; ) {
    const limit = Math.max(1, Math.min(pageKeys, left));
    const page = await connection.call(etcdRpc.range, { ...range, key, limit, revision }, { isRepeatable: true });
    const entries = page.kvs.map((kv) => toEntry(kv, keys)).filter((entry) => entry !== undefined);
    const last = page.kvs.at(-1);
    left -= entries.length;
    const next = entries.at(-1)?.key;
    if (!page.more || last === undefined) {
      yield { entries };
      return;
    }
    if (next !== undefined) yield { entries, next: keyAfter(next) };
    if (left <= 0) return;
    key = followingKey(last.key);
  }
}

/** Key at an earlier revision, read as the first key of the range that starts with it. Throws `compacted`. */
export async function getPast(source: PastSource, key: string, revision: Revision): Promise<Entry | undefined> {
  const slices = await rangePast(source, { prefix: key, limit: 1, revision });
  const first = (await slices.next()).value?.entries[0];
  return first?.key === key ? first : undefined;
}

export interface HistoryOptions {
  readonly prefix: string;
  readonly after: Revision;
  /** Creates a revision in the watched range, and returns it. */
  readonly mark: () => Promise<Revision>;
  readonly maxBytes: number;
}

/**
 * Events under a prefix after a revision that only etcd still has, up to now. Throws `compacted`. A marker write shows
 * where to stop: etcd's watch delivers past events first, without a sign of their end.
 */
export async function readHistory({ connection, keys }: PastSource, options: HistoryOptions): Promise<EventBatch> {
  const { prefix, after } = options;
  const events: StoreEvent[] = [];
  let bytes = 0;
  let seen = after;
  let mark = Number.POSITIVE_INFINITY;
  const watch = await follow(connection, {
    range: keys.all,
    after,
    previous: true,
    onEvents(received, revision) {
      for (const event of received) {
        const told = event.kv.modRevision > after ? toStoreEvent(event, keys) : undefined;
        if (told === undefined || !told.key.startsWith(prefix)) continue;
        events.push(told);
        bytes += eventBytes(told);
      }
      seen = Math.max(seen, revision);
      if (seen >= mark || bytes > options.maxBytes) watch.stop();
    },
  });
  const timer = setTimeout(() => watch.stop(), connection.requestTimeoutMs);
  try {
    mark = await options.mark();
    if (seen >= mark) watch.stop();
    await watch.ended;
  } finally {
    clearTimeout(timer);
    watch.stop();
  }
  if (bytes > options.maxBytes) throw compacted(after);
  if (seen < mark) throw new StoreError("unavailable", "etcd did not tell its past in time. Check that it keeps up.");
  return { events, revision: seen };
}

function toStoreEvent({ deleted, kv, previous }: WatchEvent, keys: KeySpace): StoreEvent | undefined {
  const entry = toEntry(kv, keys);
  if (entry === undefined) return undefined;
  const before = previous && toEntry(previous, keys);
  const { key, revision, value } = entry;
  if (!deleted && before === undefined) return { type: "create", key, revision, value };
  if (before === undefined) return undefined;
  return deleted
    ? { type: "delete", key, revision, previous: before }
    : { type: "replace", key, revision, value, previous: before };
}
