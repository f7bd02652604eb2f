import type {
  Entry,
  EventBatch,
  Range,
  RangeOptions,
  ReadOptions,
  Revision,
  Store,
  StoreEvent,
  Watch,
} from "@kiln/store";

/** How values differ between those who use a store and the store itself. */
export interface ValueMapping {
  /** What is stored for a value that is about to be written. */
  seal(key: string, value: Uint8Array): Uint8Array;
  /** What was written, of what is stored. Asked once for the same bytes. Never throws. */
  open(key: string, stored: Uint8Array): Uint8Array;
}

/** A store that shows other values than it keeps. */
export function createMappedStore(plain: Store, mapping: ValueMapping): Store {
  const opened = rememberOpened(mapping);
  const write = async (key: string, value: Uint8Array, send: (stored: Uint8Array) => Promise<Revision>) =>
    send(mapping.seal(key, value));
  return {
    get revision() {
      return plain.revision;
    },
    currentRevision: () => plain.currentRevision(),
    count: (options) => plain.count(options),
    compact: (revision) => plain.compact(revision),
    close: () => plain.close(),
    peek: (key) => mapEntry(plain.peek(key), opened),
    get: async (key: string, options?: ReadOptions) => mapEntry(await plain.get(key, options), opened),
    getAll: async (keys: readonly string[], options?: ReadOptions) =>
      (await plain.getAll(keys, options)).map((entry) => mapEntry(entry, opened)),
    range: async (options: RangeOptions) => mapRange(await plain.range(options), opened),
    create: (key, value, options) => write(key, value, (stored) => plain.create(key, stored, options)),
    replace: (key, value, options) => write(key, value, (stored) => plain.replace(key, stored, options)),
    delete: (key, expected) => plain.delete(key, expected),
    watch: async (options) => mapWatch(await plain.watch(options), opened),
    onCommit: (listener) => plain.onCommit((batch) => listener(opened.batch(batch))),
  };
}

interface Opened {
  value(key: string, stored: Uint8Array): Uint8Array;
  event(event: StoreEvent): StoreEvent;
  batch(batch: EventBatch): EventBatch;
}

/** Everything is opened once: the store hands the same bytes and events to all who ask. */
function rememberOpened({ open }: ValueMapping): Opened {
  const values = new WeakMap<Uint8Array, Uint8Array>();
  const events = new WeakMap<StoreEvent, StoreEvent>();
  const batches = new WeakMap<EventBatch, EventBatch>();
  const opened: Opened = {
    value: (key, stored) => remember(values, stored, () => open(key, stored)),
    event: (event) => remember(events, event, () => mapEvent(event, opened)),
    batch: (batch) =>
      remember(batches, batch, () => ({ revision: batch.revision, events: batch.events.map(opened.event) })),
  };
  return opened;
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

function mapEntry<T extends Entry | undefined>(entry: T, opened: Opened): T {
  return entry === undefined ? entry : { ...entry, value: opened.value(entry.key, entry.value) };
}

function mapEvent(event: StoreEvent, opened: Opened): StoreEvent {
  const { value, previous } = event;
  return {
    ...event,
    ...(value === undefined ? {} : { value: opened.value(event.key, value) }),
    ...(previous === undefined ? {} : { previous: mapEntry(previous, opened) }),
  };
}

function mapRange(range: Range, opened: Opened): Range {
  return {
    revision: range.revision,
    async *[Symbol.asyncIterator]() {
      for await (const slice of range) {
        yield { ...slice, entries: slice.entries.map((entry) => mapEntry(entry, opened)) };
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
