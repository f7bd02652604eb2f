import type { HeadSnapshot } from "@kiln/kinds";
import { countTree, type Entry, type Revision, type Store, treeEntries } from "@kiln/store";
import type { Selection } from "./selection.ts";

export interface SelectedPage {
  readonly snapshot: HeadSnapshot;
  readonly selection: Selection;
  readonly start: string | undefined;
  /** 0: all. */
  readonly limit: number;
  /** Called with the last key returned, if more follow. */
  readonly onFull: (lastKey: string) => void;
}

/** Maximum number of objects, and of bytes, read at once; more would delay other requests, and be held for long. */
const SLICE = 64;
const SLICE_BYTES = 128 * 1024;

/** Selected objects, found by their cached metadata and read at the snapshot's revision. */
export async function* takeSelected(store: Store, page: SelectedPage): AsyncGenerator<Entry[]> {
  const { snapshot, selection, start, limit, onFull } = page;
  const { prefix } = selection;
  const { revision } = snapshot;
  let room = limit > 0 ? limit : Number.POSITIVE_INFINITY;
  let keys: string[] = [];
  // Counted first: comparing every key with the prefix would take half of the time.
  let left = countTree(snapshot.tree, { prefix, start });
  for (const [key, { head }] of treeEntries(snapshot.tree, start ?? prefix)) {
    if (left-- === 0) {
      break;
    }
    if (room === 0) {
      onFull(keys.at(-1) as string);
      break;
    }
    if (selection.matchesHead(key, () => head)) {
      keys.push(key);
      room--;
      if (keys.length === SLICE && room > 0) {
        yield* readSlices(store, keys, revision);
        keys = [];
      }
    }
  }
  yield* readSlices(store, keys, revision);
}

/** At least one slice, maybe empty. */
async function* readSlices(store: Store, keys: readonly string[], revision: Revision): AsyncGenerator<Entry[]> {
  let left = keys;
  do {
    const entries = await store.getAll(left, { revision, maxBytes: SLICE_BYTES });
    const last = keyOfLast(entries);
    // Unreadable entries are left out: if all are, the first is skipped.
    left = left.slice(last === undefined ? 1 : left.indexOf(last) + 1);
    yield entries;
  } while (left.length > 0);
}

/** A function of its own: a suspended generator keeps each entry that was ever in one of its variables. */
export function keyOfLast(entries: readonly Entry[]): string | undefined {
  return entries.at(-1)?.key;
}
