import { compareKeys } from "../key-order.ts";
import type { Revision, StoreEvent } from "../store.ts";

/** Keys from `start` on and before `end`; all that follow without an `end`. */
export interface KeyRange {
  readonly start: string;
  readonly end: string | undefined;
}

/** The next keys of a range that existed at a revision. */
export interface FoundKeys {
  readonly keys: readonly string[];
  readonly isLast: boolean;
}

export interface KeyCountsOptions {
  /** Newest revision of the store when it was opened. */
  readonly revision: Revision;
  /** Finds about `limit` keys with each call of `next`. */
  readonly find: (range: KeyRange & { readonly revision: Revision }, limit: number) => { next(): FoundKeys };
  readonly compactedRevision: () => Revision;
  readonly yieldTurn: () => Promise<void>;
}

/** Number of keys of a range: `counted` of them are known, those of `edges` have to be found. */
export interface CountPlan {
  readonly counted: number;
  readonly edges: readonly KeyRange[];
}

/** Some hundred neighboring keys, from `start` to the start of the next block. */
interface Block {
  readonly start: string;
  count: number;
}

interface Change {
  readonly key: string;
  readonly revision: Revision;
  readonly by: 1 | -1;
}

interface Table {
  readonly end: string | undefined;
  readonly blocks: Block[];
  /** Creates and deletes after `floor`, in order. */
  changes: Change[];
  /** Counts at earlier revisions are not known. */
  floor: Revision;
  isFilled: boolean;
  readonly filled: Promise<void>;
}

/** A block is split above `maxCount` and joined with the one before it if both have less than `minCount`. */
const maxCount = 1024;
const filledCount = 512;
const minCount = 256;
/** Number of creates and deletes kept for counts at earlier revisions. */
const maxChanges = 16_384;

/**
 * Counts of keys by kind, so that a count finds the keys of two blocks and not all of its range. A kind is found once, when
 * it is first counted; from then on commits change its blocks. Takes some 100 bytes for 500 keys.
 */
export class KeyCounts {
  readonly #options: KeyCountsOptions;
  readonly #tables = new Map<string, Table>();
  #newest: Revision;

  constructor(options: KeyCountsOptions) {
    this.#options = options;
    this.#newest = options.revision;
  }

  /** To be called with each commit, in order, once the index contains it. */
  add({ key, type, revision }: Pick<StoreEvent, "key" | "type" | "revision">): void {
    this.#newest = Math.max(this.#newest, revision);
    if (type === "replace" || this.#tables.size === 0) return;
    const prefix = kindPrefix(key);
    const table = prefix === undefined ? undefined : this.#tables.get(prefix);
    if (table === undefined) return;
    const change: Change = { key, revision, by: type === "create" ? 1 : -1 };
    table.changes.push(change);
    if (!table.isFilled) return;
    this.#apply(table, change);
    if (table.changes.length > maxChanges) {
      const dropped = table.changes.splice(0, maxChanges / 2);
      table.floor = dropped.at(-1)!.revision;
    }
    // A kind without keys needs no table.
    if (table.blocks.length === 1 && table.blocks[0]!.count === 0) this.#tables.delete(prefix!);
  }

  /**
   * Plan of a count; undefined if every key of the range must be found: it is larger than a kind, or the revision is
   * too old.
   */
  async plan(
    range: KeyRange,
    { prefix, revision }: { prefix: string; revision: Revision },
  ): Promise<CountPlan | undefined> {
    const kind = kindPrefix(prefix);
    if (kind === undefined || (range.end !== undefined && compareKeys(range.start, range.end) >= 0)) return undefined;
    const table = this.#tables.get(kind) ?? this.#open(kind);
    await table.filled;
    if (!table.isFilled || revision < table.floor) return undefined;
    return planCount(table, range, revision);
  }

  #open(prefix: string): Table {
    const started = Promise.resolve();
    const table: Table = {
      end: nextPrefix(prefix),
      blocks: [],
      changes: [],
      floor: this.#newest,
      isFilled: false,
      filled: started.then(() => this.#fill(prefix, table)),
    };
    this.#tables.set(prefix, table);
    return table;
  }

  async #fill(prefix: string, table: Table): Promise<void> {
    const { find, compactedRevision, yieldTurn } = this.#options;
    const { floor: revision, end, blocks } = table;
    blocks.push({ start: prefix, count: 0 });
    try {
      const found = find({ start: prefix, end, revision }, filledCount);
      for (let isLast = false; !isLast; ) {
        const piece = found.next();
        isLast = piece.isLast;
        addFound(blocks, piece.keys);
        if (!isLast) await yieldTurn();
      }
      if (compactedRevision() > revision) throw new Error("compacted");
    } catch {
      // The store reports the error when it finds the same keys itself; the next count tries again.
      this.#tables.delete(prefix);
      return;
    }
    table.isFilled = true;
    for (const change of table.changes) this.#apply(table, change);
  }

  #apply({ blocks, end }: Table, { key, by, revision }: Change): void {
    const at = lastNotAfter(blocks, key);
    const block = blocks[at]!;
    block.count += by;
    const before = blocks[at - 1];
    if (by < 0 && before !== undefined && before.count + block.count < minCount) {
      before.count += block.count;
      blocks.splice(at, 1);
    } else if (block.count > maxCount) {
      this.#split(blocks, at, { end: blocks[at + 1]?.start ?? end, revision });
    }
  }

  #split(blocks: Block[], at: number, { end, revision }: { end: string | undefined; revision: Revision }): void {
    const block = blocks[at]!;
    const { keys } = this.#options.find({ start: block.start, end, revision }, maxCount).next();
    // Among very many deleted keys fewer are found; the split is then less even.
    const left = Math.min(keys.length - 1, block.count >> 1);
    if (left < 1) return;
    blocks.splice(at + 1, 0, { start: keys[left]!, count: block.count - left });
    block.count = left;
  }
}

/** Adds the next keys of a kind that is being filled to its last block, or to a new one. */
function addFound(blocks: Block[], keys: readonly string[]): void {
  const last = blocks.at(-1)!;
  const [first] = keys;
  if (first === undefined) return;
  if (last.count + keys.length <= filledCount) last.count += keys.length;
  else blocks.push({ start: first, count: keys.length });
}

function planCount({ blocks, changes, end: tableEnd }: Table, { start, end }: KeyRange, revision: Revision): CountPlan {
  const first = firstNotBefore(blocks, start);
  const isToEnd = end === undefined || (tableEnd !== undefined && compareKeys(end, tableEnd) >= 0);
  const last = isToEnd ? blocks.length : lastNotAfter(blocks, end);
  if (first >= last) return { counted: 0, edges: [{ start, end }] };
  let counted = 0;
  for (let i = first; i < last; i++) counted += blocks[i]!.count;
  const from = blocks[first]!.start;
  const to = isToEnd ? undefined : blocks[last]!.start;
  for (let i = changes.length - 1; i >= 0 && changes[i]!.revision > revision; i--) {
    const { key, by } = changes[i]!;
    if (compareKeys(key, from) >= 0 && (to === undefined || compareKeys(key, to) < 0)) counted -= by;
  }
  const edges: KeyRange[] = [];
  if (start !== from) edges.push({ start, end: from });
  if (to !== undefined && to !== end) edges.push({ start: to, end });
  return { counted, edges };
}

/** Index of the first block that starts at the key or after it. */
function firstNotBefore(blocks: readonly Block[], key: string): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareKeys(blocks[middle]!.start, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the block that the key belongs to; the first starts before every key of the kind. */
function lastNotAfter(blocks: readonly Block[], key: string): number {
  const at = firstNotBefore(blocks, key);
  return at < blocks.length && blocks[at]!.start === key ? at : Math.max(0, at - 1);
}

/** `/registry/<group>/<plural>/` of a longer key or prefix; undefined for a shorter one. */
function kindPrefix(key: string): string | undefined {
  let slash = 0;
  for (let i = 0; i < 3; i++) {
    slash = key.indexOf("/", slash + 1);
    if (slash < 0) return undefined;
  }
  return key.slice(0, slash + 1);
}

/** First key after all that start with a prefix that ends with a slash. */
function nextPrefix(prefix: string): string {
  return `${prefix.slice(0, -1)}0`;
}
