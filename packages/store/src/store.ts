import type { UnreadableListener } from "./unreadable.ts";

/**
 * Position in the single order of all writes: each successful write takes the next one. A safe integer; a new, empty
 * store may start at any revision, and 0 is before every write.
 */
export type Revision = number;

/** A key and its value at some revision. `value` is shared: never change its bytes. */
export interface Entry {
  readonly key: string;
  readonly value: Uint8Array;
  /** The write that gave the key this value. */
  readonly revision: Revision;
}

/** One write. `value` is absent and `previous` present for a delete; `previous` is absent for a create. */
export interface StoreEvent {
  readonly type: "create" | "replace" | "delete";
  readonly key: string;
  readonly revision: Revision;
  readonly value?: Uint8Array;
  readonly previous?: Entry;
}

/** Events in order of revision. Nothing else happened (under the prefix watched) up to and including `revision`. */
export interface EventBatch {
  readonly events: readonly StoreEvent[];
  readonly revision: Revision;
}

/**
 * Freshness of a read. By default it sees every write answered before it began. `revision`: exactly at that revision.
 * `minRevision`: not older than that; 0 accepts any state at hand. Throws `compacted` or `future-revision`.
 */
export interface ReadOptions {
  readonly revision?: Revision | undefined;
  readonly minRevision?: Revision | undefined;
}

/**
 * With `maxBytes`, a store that copies values stops after the one that reaches it; the last entry is the position to
 * continue from.
 */
export interface GetAllOptions extends ReadOptions {
  readonly maxBytes?: number | undefined;
}

/** `start` is the first key of the result: the `next` of an earlier slice. A `limit` is positive; none means all. */
export interface RangeOptions extends ReadOptions {
  readonly prefix: string;
  readonly start?: string | undefined;
  readonly limit?: number | undefined;
  /**
   * The reader drops the values of a slice when it requests the next: their memory may be reused, except for values
   * above 256 KiB.
   */
  readonly reusesMemory?: boolean | undefined;
  /** Called with each value that is left out because it cannot be read: the error names its key and revision. */
  readonly onUnreadable?: UnreadableListener | undefined;
}

/** Some entries in key order. `next` is the key to continue with, absent at the end of the prefix. */
export interface RangeSlice {
  /**
   * Belongs to the reader. A reader that pauses before the next slice should empty it: the range still refers to it.
   */
  readonly entries: Entry[];
  readonly next?: string;
}

/**
 * A range at `revision`, read once, slice by slice, as the reader requests them: a slow reader holds
 * nothing up. At least one slice comes, maybe empty. A reader slower than the kept history meets `compacted`.
 */
export interface Range extends AsyncIterable<RangeSlice> {
  readonly revision: Revision;
}

/** `after`: the first event is the first write later than this; a range's `revision` leaves no gap. */
export interface WatchOptions {
  readonly prefix: string;
  readonly after: Revision;
}

/**
 * Every event under the prefix, in order, exactly once; read by one reader. A reader slower than the kept history
 * meets `compacted`. Ends quietly when closed; throws `closed` when the store is.
 */
export interface Watch extends AsyncIterable<EventBatch> {
  /** Makes a batch come soon even if it is empty, so that its `revision` can serve as a bookmark. */
  requestProgress(): void;
  close(): void;
}

/** The key disappears, as by a delete, this long after the write. A replace without it makes the key stay. */
export interface TtlOptions {
  readonly ttlSeconds?: number;
}

/** The revision the caller saw; the write happens only if the key still has it. */
export interface Expected {
  readonly revision: Revision;
}

/**
 * Keys, bytes, revisions. Keys look like `/registry/<group>/<plural>/[<namespace>/]<name>` and are ordered by their
 * UTF-8 bytes; a store never looks into a value. Every method throws only StoreError.
 *
 * A value that is damaged, or that cannot be decoded, never keeps other keys from being read: ranges and `getAll` leave it
 * out, `get` and `peek` throw `unreadable`, and `delete` takes it. An event whose value is unreadable comes as a delete, an
 * event whose previous value is unreadable comes without it. `count` counts it.
 *
 * Writes are compared and queued before the call returns, in the order of the calls; the promise settles once the
 * write is durable and every {@link onCommit} listener has seen it. A refused write is answered only when the write
 * that refused it is durable. Reads and watches show only durable writes.
 */
export interface Store {
  /** The newest revision that reads with `minRevision: 0` see. Never goes back. */
  readonly revision: Revision;
  /** The newest revision acknowledged by any process when the call began. */
  currentRevision(): Promise<Revision>;

  /**
   * Throws the error that keeps the store from writing: `no-space` if writes resume once there is room, any other if
   * the store does not answer or must be reopened. May take as long as a request.
   */
  checkHealth(): Promise<void>;

  get(key: string, options?: ReadOptions): Promise<Entry | undefined>;
  /** Several keys at one revision, in the order of the keys; missing ones are left out. A new list each time. */
  getAll(keys: readonly string[], options?: GetAllOptions): Promise<Entry[]>;
  range(options: RangeOptions): Promise<Range>;
  /** How many entries a range without limit would give; reads no values. */
  count(options: Omit<RangeOptions, "limit">): Promise<number>;

  /**
   * For a writer: the entry that the next write's compare is expected to find, synchronously. Embedded stores include
   * queued writes, so a write made in the same turn is never refused; etcd answers from its mirror, so it may be.
   */
  peek(key: string): Entry | undefined;
  /** Throws `key-exists`, or `too-large` for what etcd would refuse by default: see {@link maxRequestBytes}. */
  create(key: string, value: Uint8Array, options?: TtlOptions): Promise<Revision>;
  /** Throws `key-not-found`, `revision-mismatch` or `too-large`. */
  replace(key: string, value: Uint8Array, options: Expected & TtlOptions): Promise<Revision>;
  /** Throws `key-not-found` or `revision-mismatch`. */
  delete(key: string, expected: Expected): Promise<Revision>;

  /** Throws `compacted` or `future-revision`, at once rather than from the iteration. */
  watch(options: WatchOptions): Promise<Watch>;
  /**
   * Calls back with every write of the store, in order, exactly once, from the current revision on, before the write is
   * answered. The listener must not throw and must not await. Returns the function that unsubscribes.
   */
  onCommit(listener: (batch: EventBatch) => void): () => void;

  /** Drops the history that reads and watches at earlier revisions need. Stores also compact by age and by size. */
  compact(revision: Revision): Promise<void>;
  /** Finishes queued writes, ends every watch, releases everything. Later calls throw `closed`. */
  close(): Promise<void>;
}
