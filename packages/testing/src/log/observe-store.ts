import type { Store } from "@kiln/store";

/** A write accepted by the store. `before` is absent for a create, `after` for a delete. */
export interface ObservedWrite {
  readonly key: string;
  readonly revision: number;
  readonly before?: Uint8Array | undefined;
  readonly after?: Uint8Array | undefined;
}

/**
 * The same store; `begin` is called with the key of each write when it is requested, and its result when it is done.
 */
export function observeStore(store: Store, begin: (key: string) => (write: ObservedWrite) => void): Store {
  const observe = async (key: string, after: Uint8Array | undefined, write: () => Promise<number>): Promise<number> => {
    const note = begin(key);
    const before = peekValue(store, key);
    const revision = await write();
    note({ key, revision, before, after });
    return revision;
  };
  return {
    get revision() {
      return store.revision;
    },
    currentRevision: () => store.currentRevision(),
    checkHealth: () => store.checkHealth(),
    get: (key, options) => store.get(key, options),
    getAll: (keys, options) => store.getAll(keys, options),
    range: (options) => store.range(options),
    count: (options) => store.count(options),
    peek: (key) => store.peek(key),
    create: (key, value, options) => observe(key, value, () => store.create(key, value, options)),
    replace: (key, value, options) => observe(key, value, () => store.replace(key, value, options)),
    delete: (key, expected) => observe(key, undefined, () => store.delete(key, expected)),
    watch: (options) => store.watch(options),
    onCommit: (listener) => store.onCommit(listener),
    compact: (revision) => store.compact(revision),
    close: () => store.close(),
  };
}

/** Undefined as well for a value that cannot be read: the write itself reports it. */
function peekValue(store: Store, key: string): Uint8Array | undefined {
  try {
    return store.peek(key)?.value;
  } catch {
    return undefined;
  }
}
