import type { JsonObject } from "@kiln/api";

export interface ViewOptions<T> {
  /** Makes the record that the view keeps of an object. */
  readonly read: (object: JsonObject, key: string) => T;
  /** Indexes by name: the value under which a record is found. */
  readonly indexes?: Readonly<Record<string, (record: T) => string | undefined>>;
}

/** One write to the followed kind: `before` is absent for a new object, `now` for a deleted one. */
export interface Change<T> {
  readonly key: string;
  readonly now?: T;
  readonly before?: T;
}

/** Objects of a kind as of the last commit. Own writes are included when their promise settles. */
export interface View<T> {
  readonly size: number;
  get(key: string): T | undefined;
  all(): Iterable<T>;
  keys(): Iterable<string>;
  /** Records with this value in an index, in no order. */
  by(index: string, value: string): Iterable<T>;
  /** Called within the commit: the listener must return quickly. Returns the function that unsubscribes. */
  onChange(listener: (change: Change<T>) => void): () => void;
}

/** A view with the function that applies commits to it. */
export interface FedView<T> extends View<T> {
  apply(key: string, object: JsonObject | undefined): void;
}

export function createView<T>({ read, indexes = {} }: ViewOptions<T>): FedView<T> {
  const records = new Map<string, T>();
  const tables = Object.entries(indexes).map(([name, indexOf]) => ({
    name,
    indexOf,
    byValue: new Map<string, Set<T>>(),
  }));
  const byName = new Map(tables.map((table) => [table.name, table]));
  const listeners = new Set<(change: Change<T>) => void>();

  const file = (record: T): void => {
    for (const { indexOf, byValue } of tables) {
      const value = indexOf(record);
      if (value !== undefined) {
        const set = byValue.get(value);
        set === undefined ? byValue.set(value, new Set([record])) : set.add(record);
      }
    }
  };
  const unfile = (record: T): void => {
    for (const { indexOf, byValue } of tables) {
      const value = indexOf(record);
      const set = value === undefined ? undefined : byValue.get(value);
      if (set?.delete(record) && set.size === 0) {
        byValue.delete(value as string);
      }
    }
  };
  const replace = (key: string, now: T | undefined): T | undefined => {
    const before = records.get(key);
    if (before !== undefined) {
      unfile(before);
    }
    if (now === undefined) {
      records.delete(key);
    } else {
      records.set(key, now);
      file(now);
    }
    return before;
  };

  return {
    get size() {
      return records.size;
    },
    get: (key) => records.get(key),
    all: () => records.values(),
    keys: () => records.keys(),
    by: (index, value) => byName.get(index)?.byValue.get(value) ?? [],
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    apply(key, object) {
      const now = object === undefined ? undefined : read(object, key);
      const before = replace(key, now);
      const change = { key, ...(now === undefined ? {} : { now }), ...(before === undefined ? {} : { before }) };
      for (const listener of listeners) {
        listener(change);
      }
    },
  };
}
