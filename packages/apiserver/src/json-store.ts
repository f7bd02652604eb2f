import { isJsonObject, type JsonObject } from "@kiln/api";
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
import { decodeStoredJson } from "./stored-json.ts";
import { NO_STAMP, openStoredValue, sealObject } from "./stored-value.ts";
import { headOfMetadata } from "./write/head-of.ts";

/** So many own writes are remembered until they come back; those that take longer are read as if a stranger wrote them. */
const MAX_REMEMBERED = 10_000;

/**
 * A store whose values are plain JSON for everybody else, as users of Kubernetes expect them in etcd, and sealed for
 * the server: what this process wrote comes back as it was sealed, and what others wrote is sealed when it arrives,
 * once, under a stamp that says that nobody here vouches for it.
 */
export function createJsonStore(plain: Store): Store {
  const seals = createSeals();
  const write = async (key: string, sealed: Uint8Array, send: (json: Uint8Array) => Promise<Revision>) => {
    seals.expect(key, sealed);
    return send(openStoredValue(sealed).body);
  };
  return {
    get revision() {
      return plain.revision;
    },
    currentRevision: () => plain.currentRevision(),
    count: (options) => plain.count(options),
    compact: (revision) => plain.compact(revision),
    close: () => plain.close(),
    peek: (key) => mapEntry(plain.peek(key), seals),
    get: async (key: string, options?: ReadOptions) => mapEntry(await plain.get(key, options), seals),
    range: async (options: RangeOptions) => mapRange(await plain.range(options), seals),
    create: (key, value, options) => write(key, value, (json) => plain.create(key, json, options)),
    replace: (key, value, options) => write(key, value, (json) => plain.replace(key, json, options)),
    delete: (key, expected) => plain.delete(key, expected),
    watch: async (options) => mapWatch(await plain.watch(options), seals),
    onCommit: (listener) => plain.onCommit((batch) => listener(seals.batch(batch))),
  };
}

interface Seals {
  /** Remembers what is about to be written. */
  expect(key: string, sealed: Uint8Array): void;
  value(key: string, json: Uint8Array): Uint8Array;
  event(event: StoreEvent): StoreEvent;
  batch(batch: EventBatch): EventBatch;
}

/** Everything is sealed once: the store hands the same bytes and events to all who ask. */
function createSeals(): Seals {
  const expected = new Map<string, Uint8Array>();
  const values = new WeakMap<Uint8Array, Uint8Array>();
  const events = new WeakMap<StoreEvent, StoreEvent>();
  const batches = new WeakMap<EventBatch, EventBatch>();
  const seals: Seals = {
    expect(key, sealed) {
      expected.delete(key);
      expected.set(key, sealed);
      const oldest = expected.keys().next().value;
      if (expected.size > MAX_REMEMBERED && oldest !== undefined) {
        expected.delete(oldest);
      }
    },
    value(key, json) {
      const known = values.get(json);
      if (known !== undefined) {
        return known;
      }
      const own = expected.get(key);
      const sealed = own !== undefined && isSameJson(own, json) ? own : sealForeign(json);
      values.set(json, sealed);
      return sealed;
    },
    event: (event) => remember(events, event, () => mapEvent(event, seals)),
    batch: (batch) =>
      remember(batches, batch, () => ({ revision: batch.revision, events: batch.events.map(seals.event) })),
  };
  return seals;
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

function isSameJson(sealed: Uint8Array, json: Uint8Array): boolean {
  const { body } = openStoredValue(sealed);
  return body.byteLength === json.byteLength && body.every((byte, i) => byte === json[i]);
}

/** What cannot be read stays as it is: whoever asks for the object is told. */
function sealForeign(json: Uint8Array): Uint8Array {
  let object: JsonObject;
  try {
    object = decodeStoredJson(json);
  } catch {
    return json;
  }
  const head = headOfMetadata(isJsonObject(object.metadata) ? object.metadata : {});
  return sealObject(object, head, NO_STAMP).value;
}

function mapEntry<T extends Entry | undefined>(entry: T, seals: Seals): T {
  return entry === undefined ? entry : { ...entry, value: seals.value(entry.key, entry.value) };
}

function mapEvent(event: StoreEvent, seals: Seals): StoreEvent {
  const { value, previous } = event;
  return {
    ...event,
    ...(value === undefined ? {} : { value: seals.value(event.key, value) }),
    ...(previous === undefined ? {} : { previous: mapEntry(previous, seals) }),
  };
}

function mapRange(range: Range, seals: Seals): Range {
  return {
    revision: range.revision,
    async *[Symbol.asyncIterator]() {
      for await (const slice of range) {
        yield { ...slice, entries: slice.entries.map((entry) => mapEntry(entry, seals)) };
      }
    },
  };
}

function mapWatch(watch: Watch, seals: Seals): Watch {
  return {
    requestProgress: () => watch.requestProgress(),
    close: () => watch.close(),
    async *[Symbol.asyncIterator]() {
      for await (const batch of watch) {
        yield seals.batch(batch);
      }
    },
  };
}
