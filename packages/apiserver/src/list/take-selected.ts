import type { HeadSnapshot } from "@kiln/kinds";
import { countTree, type Entry, type Revision, type Store, treeEntries } from "@kiln/store";
import type { Selection } from "./selection.ts";

export interface SelectedPage {
  readonly snapshot: HeadSnapshot;
  readonly selection: Selection;
  readonly start: string | undefined;
  /** 0: all. */
  readonly limit: number;
  /** Called with the last key given, if something comes behind it. */
  readonly onFull: (lastKey: string) => void;
}

/** This many objects, or this many bytes, are read together; more would hold up other requests, and be held for long. */
const SLICE = 64;
const SLICE_BYTES = 128 * 1024;

/** The objects that a selection means, found by their heads and read as they stood at the snapshot's revision. */
export async function* takeSelected(store: Store, page: SelectedPage): AsyncGenerator<Entry[]> {
  const { snapshot, selection, start, limit, onFull } = page;
  const { prefix } = selection;
  const { revision } = snapshot;
  let room = limit > 0 ? limit : Number.POSITIVE_INFINITY;
  let keys: string[] = [];
  // Counted first: to look at every key whether it is still below the prefix would take half of the time.
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
    // Entries that cannot be read are left out: without any, the first is passed over.
    left = left.slice(last === undefined ? 1 : left.indexOf(last) + 1);
    yield entries;
  } while (left.length > 0);
}

/** A function of its own: a suspended generator keeps each entry that was ever in one of its variables. */
export function keyOfLast(entries: readonly Entry[]): string | undefined {
  return entries.at(-1)?.key;
}
