import { treeGet, treeGetAll } from "../cow-tree.ts";
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
} from "../store.ts";
import { createStoreClock, type StoreClock } from "../store-clock.ts";
import { StoreError } from "../store-error.ts";
import { countTree, sliceTree } from "../tree-range.ts";
import { storeClosed } from "../watch-hub.ts";
import type { WriteRequest } from "../write-request.ts";
import { compactTo, freshCompactor, takeCompactionTurn } from "./compactor.ts";
import { continueWatch } from "./continue-watch.ts";
import { EtcdConnection, type EtcdConnectionOptions } from "./etcd-connection.ts";
import { etcdRpc } from "./etcd-rpc.ts";
import { EtcdWriter } from "./etcd-writer.ts";
import { createKeySpace, type KeyLayout, type KeySpace } from "./key-space.ts";
import { compacted, Mirror } from "./mirror.ts";
import { MirrorFeed } from "./mirror-feed.ts";
import { createMirrorSync, type MirrorSync } from "./mirror-sync.ts";
import { getPast, rangePast, readHistory } from "./read-past.ts";

export interface EtcdStoreOptions extends EtcdConnectionOptions {
  /** Replaces `/registry` at the start of keys in etcd: kube-apiserver's --etcd-prefix. */
  readonly prefix?: string;
  /** Key names of another API server (kube-apiserver), used if etcd contains its keys and none of this store. */
  readonly foreignLayout?: KeyLayout;
  /** Interval and age of compaction; 0 leaves compaction to another process. */
  readonly compactionIntervalMs?: number;
  /** How long and how much history this process keeps; older revisions are read from etcd as long as it has them. */
  readonly historyMs?: number;
  readonly historyBytes?: number;
  readonly clock?: StoreClock;
}

/**
 * Opens a store in etcd that other processes may use at the same time. Every process mirrors all keys in memory.
 *
 * If etcd compacted revisions that this process has not seen (an outage longer than the compaction interval), watches
 * end with `compacted`, and {@link Store.onCommit} listeners get the difference of the two states instead of each
 * write.
 */
export async function openEtcdStore(options: EtcdStoreOptions): Promise<Store> {
  const store = new EtcdStore(options);
  try {
    await store.open();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

class EtcdStore implements Store {
  readonly #connection: EtcdConnection;
  readonly #keys: KeySpace;
  readonly #foreignLayout: KeyLayout | undefined;
  readonly #mirror: Mirror;
  readonly #feed: MirrorFeed;
  readonly #historyBytes: number;
  readonly #clock: StoreClock;
  readonly #compactionIntervalMs: number;
  readonly #sync: MirrorSync;
  readonly #writer: EtcdWriter;
  #stopCompacting: () => void = () => {};
  #compacted: Revision = 0;
  #closing: Promise<void> | undefined;

  constructor(options: EtcdStoreOptions) {
    this.#clock = options.clock ?? createStoreClock();
    this.#historyBytes = options.historyBytes ?? 256 * 1024 * 1024;
    this.#compactionIntervalMs = options.compactionIntervalMs ?? 5 * 60_000;
    this.#connection = new EtcdConnection(options);
    this.#keys = createKeySpace(options.prefix ?? "/registry");
    this.#foreignLayout = options.foreignLayout;
    const historyMs = options.historyMs ?? 5 * 60_000;
    this.#mirror = new Mirror({ clock: this.#clock, historyMs, historyBytes: this.#historyBytes });
    const parts = { connection: this.#connection, keys: this.#keys, mirror: this.#mirror };
    this.#feed = new MirrorFeed(parts);
    this.#sync = createMirrorSync(parts);
    this.#writer = new EtcdWriter({ ...parts, sync: this.#sync });
  }

  async open(): Promise<void> {
    await this.#connection.open();
    await this.#chooseLayout();
    await this.#feed.start();
    this.#startCompacting();
  }

  async #chooseLayout(): Promise<void> {
    const layout = this.#foreignLayout;
    if (layout === undefined) return;
    const hasAny = async (start: string) => {
      const request = { ...this.#keys.below(start), limit: 1 };
      return (await this.#connection.call(etcdRpc.range, request, { isRepeatable: true })).kvs.length > 0;
    };
    if ((await hasAny(layout.sign)) && !(await hasAny(`core/${layout.sign}`))) this.#keys.adopt(layout);
  }

  get revision(): Revision {
    return this.#mirror.revision;
  }

  async currentRevision(): Promise<Revision> {
    this.#checkOpen();
    return this.#sync.askRevision();
  }

  async checkHealth(): Promise<void> {
    await this.currentRevision();
    this.#writer.checkRoom();
  }

  async get(key: string, options: ReadOptions = {}): Promise<Entry | undefined> {
    const [entry] = await this.getAll([key], options);
    return entry;
  }

  async getAll(keys: readonly string[], options: GetAllOptions = {}): Promise<Entry[]> {
    const revision = await this.#settle(options);
    if (revision >= this.#mirror.oldestRevision) return treeGetAll(this.#mirror.treeAt(revision), keys);
    const past = await Promise.all(keys.map((key) => getPast(this.#past, key, revision)));
    return past.filter((entry) => entry !== undefined);
  }

  async range(options: RangeOptions): Promise<Range> {
    const revision = await this.#settle(options);
    const slices = this.#guard(await this.#slices({ ...options, revision }), revision);
    return { revision, [Symbol.asyncIterator]: () => slices };
  }

  async count(options: Omit<RangeOptions, "limit">): Promise<number> {
    const revision = await this.#settle(options);
    if (revision >= this.#mirror.oldestRevision) return countTree(this.#mirror.treeAt(revision), options);
    let count = 0;
    const { prefix, start } = options;
    const past = start === undefined ? { prefix, revision } : { prefix, start, revision };
    for await (const { entries } of await rangePast(this.#past, past)) count += entries.length;
    return count;
  }

  peek(key: string): Entry | undefined {
    this.#checkOpen();
    return treeGet(this.#mirror.tree, key);
  }

  create(key: string, value: Uint8Array, { ttlSeconds }: TtlOptions = {}): Promise<Revision> {
    return this.#submit({ type: "create", key, value, ttlSeconds });
  }

  replace(key: string, value: Uint8Array, { revision, ttlSeconds }: Expected & TtlOptions): Promise<Revision> {
    return this.#submit({ type: "replace", key, value, expected: revision, ttlSeconds });
  }

  delete(key: string, { revision }: Expected): Promise<Revision> {
    return this.#submit({ type: "delete", key, expected: revision });
  }

  async watch(options: WatchOptions): Promise<Watch> {
    const after = await this.#settle({ revision: options.after });
    if (after >= this.#mirror.oldestRevision) return this.#mirror.watch(options);
    const maxBytes = this.#historyBytes;
    const history = await readHistory(this.#past, { prefix: options.prefix, after, mark: this.#sync.mark, maxBytes });
    // Two watches deliver the same events; the mirror's watch takes over once it has delivered as much.
    await this.#sync.reach(history.revision);
    this.#checkOpen();
    if (history.revision < this.#mirror.oldestRevision) throw compacted(after);
    return continueWatch(history, this.#mirror.watch({ prefix: options.prefix, after: history.revision }));
  }

  onCommit(listener: (batch: EventBatch) => void): () => void {
    return this.#mirror.onCommit(listener);
  }

  async compact(revision: Revision): Promise<void> {
    await this.#settle({ minRevision: revision });
    if (revision <= this.#compacted) return;
    this.#compacted = revision;
    this.#mirror.forget(revision);
    await compactTo(this.#connection, revision);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#stopCompacting();
    await this.#writer.drain();
    this.#mirror.close(storeClosed());
    this.#connection.close();
    await this.#feed.stop();
  }

  get #past() {
    return { connection: this.#connection, keys: this.#keys };
  }

  async #slices(options: RangeOptions & { readonly revision: Revision }): Promise<AsyncGenerator<RangeSlice>> {
    if (options.revision < this.#mirror.oldestRevision) return rangePast(this.#past, options);
    return sliceTree(this.#mirror.treeAt(options.revision), options);
  }

  async *#guard(slices: AsyncGenerator<RangeSlice>, revision: Revision): AsyncGenerator<RangeSlice> {
    for await (const slice of slices) {
      this.#checkOpen();
      if (revision < this.#compacted) throw compacted(revision);
      yield slice;
    }
  }

  /** The revision to read at, once the mirror has it. */
  async #settle({ revision, minRevision }: ReadOptions): Promise<Revision> {
    this.#checkOpen();
    const wanted = revision ?? minRevision;
    if (wanted === undefined || wanted > this.#mirror.revision) {
      const newest = await this.#sync.askRevision();
      if (wanted !== undefined && wanted > newest) throw futureRevision(wanted, newest);
      await this.#sync.reach(wanted ?? newest);
      this.#checkOpen();
    }
    if (revision !== undefined && revision < this.#compacted) throw compacted(revision);
    return revision ?? this.#mirror.revision;
  }

  async #submit(request: WriteRequest): Promise<Revision> {
    this.#checkOpen();
    return this.#writer.submit(request);
  }

  #startCompacting(): void {
    if (this.#compactionIntervalMs === 0) return;
    let state = freshCompactor;
    this.#stopCompacting = this.#clock.every(this.#compactionIntervalMs, () => {
      const turn = takeCompactionTurn(this.#connection, state);
      // A failed round is skipped: another process, or the next interval, repeats it.
      turn.then(
        (next) => {
          state = next;
        },
        () => undefined,
      );
    });
  }

  #checkOpen(): void {
    if (this.#closing !== undefined) throw storeClosed();
  }
}

function futureRevision(wanted: Revision, newest: Revision): StoreError {
  return new StoreError("future-revision", `Revision ${wanted} has not happened yet, the newest is ${newest}.`);
}
