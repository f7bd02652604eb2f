import type {
  Entry,
  EventBatch,
  GetAllOptions,
  Range,
  RangeOptions,
  ReadOptions,
  Revision,
  Store,
  StoreEvent,
  Watch,
} from "./store.ts";
import { isStoreError, type StoreError } from "./store-error.ts";
import { createUnreadable, type UnreadableListener } from "./unreadable.ts";

/** How values differ between a store and its users. */
export interface ValueMapping {
  /** Stored form of a value that is about to be written. */
  seal(key: string, value: Uint8Array): Uint8Array;
  /** Written value of the stored form. Called once for the same bytes. Throws for a value that cannot be decoded. */
  open(key: string, stored: Uint8Array): Uint8Array;
  /** Called with each value that {@link open} threw for. */
  readonly onUnreadable?: UnreadableListener | undefined;
}

/** A store whose values are transformed on write and on read, such as by encryption. */
export function createMappedStore(plain: Store, mapping: ValueMapping): Store {
  const opened = rememberOpened(mapping);
  const write = async (key: string, value: Uint8Array, send: (stored: Uint8Array) => Promise<Revision>) =>
    send(mapping.seal(key, value));
  return {
    get revision() {
      return plain.revision;
    },
    currentRevision: () => plain.currentRevision(),
    checkHealth: () => plain.checkHealth(),
    count: (options) => plain.count(options),
    compact: (revision) => plain.compact(revision),
    close: () => plain.close(),
    peek: (key) => mapEntry(plain.peek(key), opened),
    get: async (key: string, options?: ReadOptions) => mapEntry(await plain.get(key, options), opened),
    getAll: async (keys: readonly string[], options?: GetAllOptions) =>
      mapReadable(await plain.getAll(keys, options), opened),
    range: async (options: RangeOptions) => mapRange(await plain.range(options), opened, options.onUnreadable),
    create: (key, value, options) => write(key, value, (stored) => plain.create(key, stored, options)),
    replace: (key, value, options) => write(key, value, (stored) => plain.replace(key, stored, options)),
    delete: (key, expected) => plain.delete(key, expected),
    watch: async (options) => mapWatch(await plain.watch(options), opened),
    onCommit: (listener) => plain.onCommit((batch) => listener(opened.batch(batch))),
  };
}

interface Opened {
  /** Throws `unreadable`. */
  entry(entry: Entry): Entry;
  event(event: StoreEvent): StoreEvent;
  batch(batch: EventBatch): EventBatch;
}

/** Each value is opened once: the store hands the same bytes and events to all readers. */
function rememberOpened(mapping: ValueMapping): Opened {
  const values = new WeakMap<Uint8Array, Uint8Array | StoreError>();
  const events = new WeakMap<StoreEvent, StoreEvent>();
  const batches = new WeakMap<EventBatch, EventBatch>();
  const opened: Opened = {
    entry(entry) {
      const value = remember(values, entry.value, () => openValue(mapping, entry));
      if (isStoreError(value)) {
        throw value;
      }
      return { ...entry, value };
    },
    event: (event) => remember(events, event, () => mapEvent(event, opened)),
    batch: (batch) =>
      remember(batches, batch, () => ({ revision: batch.revision, events: batch.events.map(opened.event) })),
  };
  return opened;
}

function openValue({ open, onUnreadable }: ValueMapping, entry: Entry): Uint8Array | StoreError {
  try {
    return open(entry.key, entry.value);
  } catch (error) {
    const unreadable = createUnreadable(entry, error instanceof Error ? error.message : String(error), error);
    onUnreadable?.(unreadable);
    return unreadable;
  }
}

function remember<K extends object, V>(known: WeakMap<K, V>, key: K, make: () => V): V {
  const found = known.get(key);
  if (found !== undefined) {
    return found;
  }
  const made = make();
  known.set(key, made);
  return made;
}

function mapEntry(entry: Entry | undefined, opened: Opened): Entry | undefined {
  return entry === undefined ? undefined : opened.entry(entry);
}

/** Decoded entry; undefined if it cannot be decoded, which is reported. */
function tryEntry(entry: Entry, opened: Opened, onUnreadable?: UnreadableListener): Entry | undefined {
  try {
    return opened.entry(entry);
  } catch (error) {
    if (!isStoreError(error, "unreadable")) {
      throw error;
    }
    onUnreadable?.(error);
    return undefined;
  }
}

function mapReadable(entries: readonly Entry[], opened: Opened, onUnreadable?: UnreadableListener): Entry[] {
  const readable: Entry[] = [];
  for (const each of entries) {
    const entry = tryEntry(each, opened, onUnreadable);
    if (entry !== undefined) {
      readable.push(entry);
    }
  }
  return readable;
}

function mapEvent({ type, key, revision, ...given }: StoreEvent, opened: Opened): StoreEvent {
  const value = given.value && tryEntry({ key, revision, value: given.value }, opened)?.value;
  const previous = given.previous && tryEntry(given.previous, opened);
  return {
    type: value === undefined ? "delete" : type,
    key,
    revision,
    ...(value && { value }),
    ...(previous && { previous }),
  };
}

function mapRange(range: Range, opened: Opened, onUnreadable: UnreadableListener | undefined): Range {
  return {
    revision: range.revision,
    async *[Symbol.asyncIterator]() {
      for await (const slice of range) {
        const entries = mapReadable(slice.entries, opened, onUnreadable);
        slice.entries.length = 0;
        yield { ...slice, entries };
      }
    },
  };
}

function mapWatch(watch: Watch, opened: Opened): Watch {
  return {
    requestProgress: () => watch.requestProgress(),
    close: () => watch.close(),
    async *[Symbol.asyncIterator]() {
      for await (const batch of watch) {
        yield opened.batch(batch);
      }
    },
  };
}
