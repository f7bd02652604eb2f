import type { Entry, Store } from "./store.ts";
import { yieldTurn } from "./yield-turn.ts";

/**
 * A function of the entries below a prefix. Stores in memory remember its results for the entries that they share with
 * their forks: it must depend on nothing but the entry, and its results must not be changed.
 */
export interface Selection<T> {
  readonly prefix: string;
  /** An undefined result leaves the entry out. */
  readonly select: (entry: Entry) => T | undefined;
  /** Results by the node of a tree. */
  readonly known: WeakMap<object, readonly T[]>;
}

/** A store that remembers results. */
export interface SelectingStore {
  /** {@link selectEach} at the revision of the call. */
  select<T>(selection: Selection<T>, take: (result: T) => void): Promise<void> | undefined;
}

export function createSelection<T>(prefix: string, select: (entry: Entry) => T | undefined): Selection<T> {
  return { prefix, select, known: new WeakMap() };
}

/**
 * Calls back with the result for every entry, in the order of their keys. Other work gets its turn between a thousand
 * entries. Undefined if that was not necessary.
 */
export function selectEach<T>(
  store: Store,
  selection: Selection<T>,
  take: (result: T) => void,
): Promise<void> | undefined {
  return remembersSelections(store) ? store.select(selection, take) : selectFromRange(store, selection, take);
}

/** Whether the store remembers results of selections. */
export function remembersSelections(store: Store): store is Store & SelectingStore {
  return "select" in store;
}

async function selectFromRange<T>(
  store: Store,
  { prefix, select }: Selection<T>,
  take: (result: T) => void,
): Promise<void> {
  // Cheaper than reading, and most prefixes have no entries.
  if ((await store.count({ prefix })) === 0) {
    return;
  }
  for await (const { entries } of await store.range({ prefix })) {
    for (const entry of entries) {
      const result = select(entry);
      if (result !== undefined) {
        take(result);
      }
    }
    await yieldTurn();
  }
}
