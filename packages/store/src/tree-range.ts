import { type CowTree, treeEntries, treeRank, treeSize } from "./cow-tree.ts";
import { firstKey, keyAfter, prefixEnd } from "./key-order.ts";
import type { Entry, RangeOptions, RangeSlice } from "./store.ts";
import { yieldTurn } from "./yield-turn.ts";

const sliceLimit = 1000;

/** The range of a tree, which never changes, slice by slice. */
export async function* sliceTree(tree: CowTree<Entry>, options: RangeOptions): AsyncGenerator<RangeSlice> {
  const { prefix, limit } = options;
  let entries: Entry[] = [];
  let given = 0;
  for (const [key, entry] of treeEntries(tree, firstKey(prefix, options.start))) {
    if (!key.startsWith(prefix)) break;
    if (entries.length === sliceLimit || given === limit) {
      yield { entries, next: keyAfter(entries.at(-1)!.key) };
      if (given === limit) return;
      await yieldTurn();
      entries = [];
    }
    entries.push(entry);
    given += 1;
  }
  yield { entries };
}

/** How many entries {@link sliceTree} would give, without walking them. */
export function countTree<V>(tree: CowTree<V>, { prefix, start }: Pick<RangeOptions, "prefix" | "start">): number {
  const end = prefixEnd(prefix);
  const below = end === undefined ? treeSize(tree) : treeRank(tree, end);
  return Math.max(0, below - treeRank(tree, firstKey(prefix, start)));
}
