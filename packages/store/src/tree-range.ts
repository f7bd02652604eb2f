import { type CowTree, treeEntries, treeRank } from "./cow-tree.ts";
import { firstKey, keyAfter } from "./key-order.ts";
import type { Entry, RangeOptions, RangeSlice } from "./store.ts";

const sliceLimit = 1000;

/** The range of a tree, which never changes, slice by slice. */
export async function* sliceTree(tree: CowTree<Entry>, options: RangeOptions): AsyncGenerator<RangeSlice> {
  const { prefix, limit = Number.POSITIVE_INFINITY } = options;
  let entries: Entry[] = [];
  let given = 0;
  for (const [key, entry] of treeEntries(tree, firstKey(prefix, options.start))) {
    if (!key.startsWith(prefix)) break;
    if (entries.length === sliceLimit || given === limit) {
      yield { entries, next: keyAfter(entries.at(-1)!.key) };
      if (given === limit) return;
      entries = [];
    }
    entries.push(entry);
    given += 1;
  }
  yield { entries };
}

/** How many entries {@link sliceTree} would give, without walking them. */
export function countTree(tree: CowTree<Entry>, { prefix, start }: Pick<RangeOptions, "prefix" | "start">): number {
  return Math.max(0, treeRank(tree, prefixEnd(prefix)) - treeRank(tree, firstKey(prefix, start)));
}

/** Above every key with the prefix: no character is above this one, and no valid key holds it so often. */
function prefixEnd(prefix: string): string {
  return `${prefix}${"\u{10ffff}".repeat(300)}`;
}
