import type { KeyState } from "./commit-queue.ts";
import type {
  Entry,
  EventBatch,
  Expected,
  GetAllOptions,
  Range,
  RangeOptions,
  RangeSlice,
  ReadOptions,
  Revision,
  Store,
  TtlOptions,
  Watch,
  WatchOptions,
} from "./store.ts";
import { StoreError } from "./store-error.ts";
import { storeClosed, type WatchHub } from "./watch-hub.ts";
import type { WriteRequest } from "./write-request.ts";

/** Options of {@link EmbeddedBackend.getAll}. */
export interface AtRevision {
  readonly revision: Revision;
  readonly isStrict: boolean;
  readonly maxBytes?: number | undefined;
}

/** Queue of writes: compared and committed in the order of the calls. */
export interface WriteQueue {
  /** The entry that the next write's compare is expected to find. */
  peek(key: string): KeyState | undefined;
  submit(request: WriteRequest): Promise<Revision>;
  /** Refuses further writes; resolves when nothing is queued or under way. */
  close(): Promise<void>;
}

/** State of an embedded backend and its reads, always at revisions that are durable and kept. */
export interface EmbeddedBackend {
  readonly queue: WriteQueue;
  readonly hub: WatchHub;
  /** Reads at revisions before this one are refused. */
  compactedRevision(): Revision;
  /**
   * Entries of the keys that existed at the revision, in the order of the keys. `isStrict`: throws on an unreadable
   * value instead of skipping it.
   */
  getAll(keys: readonly string[], at: AtRevision): Entry[] | Promise<Entry[]>;
  slices(options: RangeOptions & { readonly revision: Revision }): AsyncIterable<RangeSlice>;
  count(options: RangeOptions & { readonly revision: Revision }): Promise<number>;
  compact(revision: Revision): Promise<void>;
  /**
   * Throws the error that keeps the backend from writing (no space, connection lost); absent for backends that always
   * can.
   */
  readonly checkHealth?: () => void | Promise<void>;
  /**
   * Waits until the watch hub has reached the revision that the read needs. Absent where it always has; returns
   * undefined if it has already.
   */
  readonly catchUp?: (options: ReadOptions) => Promise<void> | undefined;
  /** Releases the files of the backend. Called once, when no write is queued any more. */
  release(): Promise<void>;
}

/** The part of the contract that the memory and the LMDB store share. */
export abstract class EmbeddedStore implements Store {
  readonly #listeners = new Set<(batch: EventBatch) => void>();
  #closing: Promise<void> | undefined;
  protected abstract readonly backend: EmbeddedBackend;

  get revision(): Revision {
    return this.backend.hub.head;
  }

  async currentRevision(): Promise<Revision> {
    const revision = this.#readRevision({});
    return revision instanceof Promise ? await revision : revision;
  }

  async checkHealth(): Promise<void> {
    this.checkOpen();
    await this.backend.checkHealth?.();
  }

  async get(key: string, options: ReadOptions = {}): Promise<Entry | undefined> {
    const reached = this.#readRevision(options);
    // Most reads need not wait; awaiting only promises saves a microtask for each.
    const revision = reached instanceof Promise ? await reached : reached;
    const found = this.backend.getAll([key], { revision, isStrict: true });
    const [entry] = found instanceof Promise ? await found : found;
    this.#checkKept(revision);
    return entry;
  }

  async getAll(keys: readonly string[], options: GetAllOptions = {}): Promise<Entry[]> {
    const reached = this.#readRevision(options);
    const revision = reached instanceof Promise ? await reached : reached;
    const { maxBytes } = options;
    const entries = await this.backend.getAll(keys, { revision, isStrict: false, maxBytes });
    this.#checkKept(revision);
    return entries;
  }

  async range(options: RangeOptions): Promise<Range> {
    const reached = this.#readRevision(options);
    const revision = reached instanceof Promise ? await reached : reached;
    const slices = this.#guard(() => this.backend.slices(withRevision(options, revision)), revision);
    return { revision, [Symbol.asyncIterator]: () => slices };
  }

  async count(options: Omit<RangeOptions, "limit">): Promise<number> {
    const reached = this.#readRevision(options);
    const revision = reached instanceof Promise ? await reached : reached;
    const count = await this.backend.count(withRevision(options, revision));
    this.#checkKept(revision);
    return count;
  }

  peek(key: string): Entry | undefined {
    this.checkOpen();
    const state = this.backend.queue.peek(key);
    if (state?.unreadable !== undefined) throw state.unreadable;
    return state?.entry;
  }

  create(key: string, value: Uint8Array, { ttlSeconds }: TtlOptions = {}): Promise<Revision> {
    return this.backend.queue.submit({ type: "create", key, value, ttlSeconds });
  }

  replace(key: string, value: Uint8Array, { revision, ttlSeconds }: Expected & TtlOptions): Promise<Revision> {
    return this.backend.queue.submit({ type: "replace", key, value, expected: revision, ttlSeconds });
  }

  delete(key: string, { revision }: Expected): Promise<Revision> {
    return this.backend.queue.submit({ type: "delete", key, expected: revision });
  }

  async watch(options: WatchOptions): Promise<Watch> {
    const reached = this.#readRevision({ revision: options.after });
    if (reached instanceof Promise) await reached;
    return this.backend.hub.watch(options);
  }

  onCommit(listener: (batch: EventBatch) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async compact(revision: Revision): Promise<void> {
    this.checkOpen();
    await this.#readRevision({ minRevision: revision });
    if (revision > this.backend.compactedRevision()) await this.backend.compact(revision);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** To be called with each durable batch: projections first, then watchers. */
  protected announce(batch: EventBatch): void {
    for (const listener of this.#listeners) {
      try {
        listener(batch);
      } catch (error) {
        // A listener that throws is a bug: rethrown outside, where it is reported without failing other listeners or
        // writers.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
    this.backend.hub.publish(batch);
  }

  async #close(): Promise<void> {
    await this.backend.queue.close();
    this.backend.hub.close(storeClosed);
    await this.backend.release();
  }

  /** Compaction may overtake a slow reader; the reader then fails instead of getting the rest. */
  async *#guard(open: () => AsyncIterable<RangeSlice>, revision: Revision): AsyncGenerator<RangeSlice> {
    this.checkOpen();
    this.#checkKept(revision);
    for await (const slice of open()) {
      this.checkOpen();
      this.#checkKept(revision);
      yield slice;
    }
  }

  #readRevision(options: ReadOptions): Revision | Promise<Revision> {
    this.checkOpen();
    const waiting = this.backend.catchUp?.(options);
    return waiting === undefined ? this.#settle(options) : waiting.then(() => this.#settle(options));
  }

  #settle({ revision, minRevision = 0 }: ReadOptions): Revision {
    this.checkOpen();
    const head = this.revision;
    const wanted = revision ?? minRevision;
    if (wanted > head) throw futureRevision(wanted, head);
    if (revision === undefined) return head;
    this.#checkKept(revision);
    return revision;
  }

  #checkKept(revision: Revision): void {
    const oldest = this.backend.compactedRevision();
    if (revision < oldest) {
      const message = `Revision ${revision} is no longer kept, the oldest is ${oldest}: start from a fresh range.`;
      throw new StoreError("compacted", message, { oldest });
    }
  }

  /** Throws `closed`. */
  protected checkOpen(): void {
    if (this.#closing !== undefined) throw storeClosed();
  }
}

function futureRevision(wanted: Revision, head: Revision): StoreError {
  const message = `Revision ${wanted} has not happened yet, the newest is ${head}.`;
  return new StoreError("future-revision", message);
}

/**
 * Options with this revision. The literal starts with a name: V8 (Node 20) makes a hidden class for every object of a
 * literal that starts with a spread and adds names.
 */
function withRevision<T extends ReadOptions>(options: T, revision: Revision): T & { readonly revision: Revision } {
  const at = { revision, ...options };
  at.revision = revision;
  return at as T & { readonly revision: Revision };
}
