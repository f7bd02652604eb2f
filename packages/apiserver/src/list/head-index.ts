import type { Head, HeadEntry, HeadTerm } from "@kiln/kinds";
import {
  type CowTree,
  createTree,
  treeDelete,
  treeEntries,
  treeFromSorted,
  treeSet,
  treeSize,
  yieldTurn,
} from "@kiln/store";
import { headField } from "./selection.ts";

/** Change of one object's cached metadata; absent before its create and after its delete. */
export interface HeadChange {
  readonly key: string;
  readonly before: Head | undefined;
  readonly after: Head | undefined;
}

/** Keys of a kind by the values of one label or field. */
export interface HeadIndex {
  readonly filled: Promise<void>;
  /** Keys of the objects with this value, after all changes so far; complete once {@link filled}. */
  keys(value: string): CowTree<true>;
  apply(change: HeadChange): void;
}

/** All label and field indexes of a kind. */
export interface HeadIndexes {
  size(): number;
  /** Index of the term's label or field, filled from the tree if it is new; undefined if there are too many indexes. */
  open(term: HeadTerm, tree: CowTree<HeadEntry>): HeadIndex | undefined;
  apply(change: HeadChange): void;
}

/**
 * Maximum number of label indexes, since users choose the labels of selectors. A new index replaces one that the last
 * 256 selectors did not use. Field indexes are bounded by the kind.
 */
const MAX_LABEL_INDEXES = 8;
const UNUSED_AFTER = 256;

/** Number of entries indexed in one turn, which takes less than a millisecond. */
const TURN_ENTRIES = 2000;

interface OpenIndex extends Pick<HeadTerm, "of"> {
  readonly index: HeadIndex;
  usedAt: number;
}

export function createHeadIndexes(): HeadIndexes {
  const indexes = new Map<string, OpenIndex>();
  let uses = 0;

  /** Drops an unused label index if the maximum is reached; false if all are in use. */
  const makeRoom = (): boolean => {
    const ofLabels = [...indexes].filter(([, { of }]) => of === "labels");
    if (ofLabels.length < MAX_LABEL_INDEXES) {
      return true;
    }
    const [oldest] = ofLabels.sort(([, a], [, b]) => a.usedAt - b.usedAt);
    return oldest !== undefined && uses - oldest[1].usedAt > UNUSED_AFTER && indexes.delete(oldest[0]);
  };

  return {
    size: () => indexes.size,
    open(term, tree) {
      uses++;
      const name = `${term.of} ${term.name}`;
      const known = indexes.get(name);
      if (known !== undefined) {
        known.usedAt = uses;
        return known.index;
      }
      if (term.of === "labels" && !makeRoom()) {
        return undefined;
      }
      const index = createHeadIndex(term, tree);
      indexes.set(name, { index, of: term.of, usedAt: uses });
      return index;
    },
    apply(change) {
      for (const { index } of indexes.values()) {
        index.apply(change);
      }
    },
  };
}

function createHeadIndex(term: Pick<HeadTerm, "of" | "name">, tree: CowTree<HeadEntry>): HeadIndex {
  const trees = new Map<string, CowTree<true>>();
  let waiting: HeadChange[] | undefined = [];

  const change = ({ key, before, after }: HeadChange) => {
    const [old, value] = [termValue(before, term), termValue(after, term)];
    if (old === value) {
      return;
    }
    if (old !== undefined) {
      const left = treeDelete<true>(trees.get(old) ?? createTree(), key);
      if (treeSize(left) === 0) {
        trees.delete(old);
      } else {
        trees.set(old, left);
      }
    }
    if (value !== undefined) {
      trees.set(value, treeSet(trees.get(value) ?? createTree(), key, true));
    }
  };
  const fill = async () => {
    let left = TURN_ENTRIES;
    for (const [value, keys] of await groupKeys(term, tree)) {
      const marks = keys.map((): true => true);
      trees.set(value, treeFromSorted(keys, marks));
      left -= keys.length;
      if (left <= 0) {
        await yieldTurn();
        left = TURN_ENTRIES;
      }
    }
    const changes = waiting ?? [];
    waiting = undefined;
    changes.forEach(change);
  };
  return {
    filled: fill(),
    keys: (value) => trees.get(value) ?? createTree(),
    apply(given) {
      if (waiting === undefined) {
        change(given);
      } else {
        waiting.push(given);
      }
    },
  };
}

async function groupKeys(
  term: Pick<HeadTerm, "of" | "name">,
  tree: CowTree<HeadEntry>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const groups = new Map<string, string[]>();
  let left = TURN_ENTRIES;
  for (const [key, { head }] of treeEntries(tree)) {
    const value = termValue(head, term);
    if (value !== undefined) {
      const group = groups.get(value);
      if (group === undefined) {
        groups.set(value, [key]);
      } else {
        group.push(key);
      }
    }
    if (--left === 0) {
      await yieldTurn();
      left = TURN_ENTRIES;
    }
  }
  return groups;
}

/**
 * Value of the term's label or field in one object. Undefined if no selector of a value can match: a missing field is
 * empty, a missing label is not.
 */
function termValue(head: Head | undefined, { of, name }: Pick<HeadTerm, "of" | "name">): string | undefined {
  if (head === undefined) {
    return undefined;
  }
  if (of === "fields") {
    return headField(head.fields, name) ?? "";
  }
  return head.labels !== undefined && Object.hasOwn(head.labels, name) ? head.labels[name] : undefined;
}
