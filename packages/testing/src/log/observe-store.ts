import {
  type Entry,
  type EventBatch,
  type Expected,
  type GetAllOptions,
  type Range,
  type RangeOptions,
  type ReadOptions,
  type Revision,
  remembersSelections,
  type SelectingStore,
  type Selection,
  type Store,
  type TtlOptions,
  type Watch,
  type WatchOptions,
} from "@kiln/store";

/** A write accepted by the store. `before` is absent for a create, `after` for a delete. */
export interface ObservedWrite {
  readonly key: string;
  readonly revision: number;
  readonly before?: Uint8Array | undefined;
  readonly after?: Uint8Array | undefined;
}

export interface StoreObserver {
  /** Called with each write when it is done. */
  note(write: ObservedWrite): void;
  /** Called with the promise of each write. */
  onWrite?(write: Promise<number>): void;
}

/** Wraps a store. */
export function observeStore(store: Store, observer: StoreObserver): Store {
  return remembersSelections(store) ? new SelectingObservedStore(store, observer) : new ObservedStore(store, observer);
}

class ObservedStore implements Store {
  readonly #store: Store;
  readonly #observer: StoreObserver;

  constructor(store: Store, observer: StoreObserver) {
    this.#store = store;
    this.#observer = observer;
  }

  get revision(): Revision {
    return this.#store.revision;
  }

  currentRevision(): Promise<Revision> {
    return this.#store.currentRevision();
  }

  checkHealth(): Promise<void> {
    return this.#store.checkHealth();
  }

  get(key: string, options?: ReadOptions): Promise<Entry | undefined> {
    return this.#store.get(key, options);
  }

  getAll(keys: readonly string[], options?: GetAllOptions): Promise<Entry[]> {
    return this.#store.getAll(keys, options);
  }

  range(options: RangeOptions): Promise<Range> {
    return this.#store.range(options);
  }

  count(options: Omit<RangeOptions, "limit">): Promise<number> {
    return this.#store.count(options);
  }

  peek(key: string): Entry | undefined {
    return this.#store.peek(key);
  }

  create(key: string, value: Uint8Array, options?: TtlOptions): Promise<Revision> {
    return this.#observe(key, value, () => this.#store.create(key, value, options));
  }

  replace(key: string, value: Uint8Array, options: Expected & TtlOptions): Promise<Revision> {
    return this.#observe(key, value, () => this.#store.replace(key, value, options));
  }

  delete(key: string, expected: Expected): Promise<Revision> {
    return this.#observe(key, undefined, () => this.#store.delete(key, expected));
  }

  watch(options: WatchOptions): Promise<Watch> {
    return this.#store.watch(options);
  }

  onCommit(listener: (batch: EventBatch) => void): () => void {
    return this.#store.onCommit(listener);
  }

  compact(revision: Revision): Promise<void> {
    return this.#store.compact(revision);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  async #observe(key: string, after: Uint8Array | undefined, write: () => Promise<Revision>): Promise<Revision> {
    const before = peekValue(this.#store, key);
    const writing = write();
    this.#observer.onWrite?.(writing);
    const revision = await writing;
    this.#observer.note({ key, revision, before, after });
    return revision;
  }
}

class SelectingObservedStore extends ObservedStore implements SelectingStore {
  readonly #selecting: SelectingStore;

  constructor(store: Store & SelectingStore, observer: StoreObserver) {
    super(store, observer);
    this.#selecting = store;
  }

  select<T>(selection: Selection<T>, take: (result: T) => void): Promise<void> | undefined {
    return this.#selecting.select(selection, take);
  }
}

/** Stored value; undefined also for a value that cannot be read, an error that the write itself reports. */
function peekValue(store: Store, key: string): Uint8Array | undefined {
  try {
    return store.peek(key)?.value;
  } catch {
    return undefined;
  }
}
