import type { HeadSnapshot } from "@kiln/kinds";
import { countTree, type Entry, type Revision, type Store, treeEntries, treeGet } from "@kiln/store";
import type { Selection } from "./selection.ts";

export interface SelectedPage {
  readonly snapshot: HeadSnapshot;
  readonly selection: Selection;
  readonly start: string | undefined;
  /** Maximum number of objects; 0: no limit. */
  readonly limit: number;
  /** Called with the last returned key if more objects follow. */
  readonly onFull: (lastKey: string) => void;
}

/**
 * Maximum number of objects, and of bytes, read at once; larger slices would delay other requests and hold memory
 * longer.
 */
const SLICE = 64;
const SLICE_BYTES = 128 * 1024;

/** Selected objects, found by their cached metadata and read at the snapshot's revision. */
export async function* takeSelected(store: Store, page: SelectedPage): AsyncGenerator<Entry[]> {
  const { limit, onFull } = page;
  const { revision } = page.snapshot;
  let room = limit > 0 ? limit : Number.POSITIVE_INFINITY;
  let keys: string[] = [];
  for (const key of findKeys(page)) {
    if (room === 0) {
      onFull(keys.at(-1) as string);
      break;
    }
    keys.push(key);
    room--;
    if (keys.length === SLICE && room > 0) {
      yield* readSlices(store, keys, revision);
      keys = [];
    }
  }
  yield* readSlices(store, keys, revision);
}

/** Keys of selected objects, found in the index of the selection's term if there is one, else among all keys. */
function* findKeys({ snapshot, selection, start }: SelectedPage): Generator<string, void, undefined> {
  const { tree, keys } = snapshot;
  const { prefix } = selection;
  // Number of keys under the prefix, counted first: comparing each key with the prefix would take half of the time.
  let left = countTree<unknown>(keys ?? tree, { prefix, start });
  if (keys === undefined) {
    for (const [key, { head }] of left > 0 ? treeEntries(tree, start ?? prefix) : []) {
      if (left-- === 0) {
        return;
      }
      if (selection.matchesHead(key, () => head)) {
        yield key;
      }
    }
    return;
  }
  for (const [key] of left > 0 ? treeEntries(keys, start ?? prefix) : []) {
    if (left-- === 0) {
      return;
    }
    const entry = treeGet(tree, key);
    if (entry !== undefined && selection.matchesHead(key, () => entry.head)) {
      yield key;
    }
  }
}

/** Reads objects in slices; yields at least one slice, possibly empty. */
async function* readSlices(store: Store, keys: readonly string[], revision: Revision): AsyncGenerator<Entry[]> {
  let left = keys;
  do {
    const entries = await store.getAll(left, { revision, maxBytes: SLICE_BYTES });
    const last = keyOfLast(entries);
    // Unreadable entries are missing in the result; if all are, the first key is skipped.
    left = left.slice(last === undefined ? 1 : left.indexOf(last) + 1);
    yield entries;
  } while (left.length > 0);
}

/**
 * Key of the last entry. A function of its own, because a suspended generator keeps each entry that was ever in one of
 * its variables.
 */
export function keyOfLast(entries: readonly Entry[]): string | undefined {
  return entries.at(-1)?.key;
}
