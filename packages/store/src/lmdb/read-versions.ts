import type { AtRevision } from "../embedded-store.ts";
import { firstKey, keyAfter, prefixEnd } from "../key-order.ts";
import type { Entry, RangeOptions, RangeSlice, Revision } from "../store.ts";
import { isStoreError, StoreError } from "../store-error.ts";
import type { UnreadableListener } from "../unreadable.ts";
import { yieldTurn } from "../yield-turn.ts";
import { KeyCounts, type KeyCountsOptions, type KeyRange } from "./key-counts.ts";
import type { KeyIndex } from "./key-index.ts";
import type { IndexEntry } from "./layout.ts";
import { type Allocate, damagedRecord, type LmdbTables } from "./lmdb-tables.ts";
import type { RecentValues } from "./recent-values.ts";

export interface VersionSource {
  readonly tables: LmdbTables;
  readonly index: KeyIndex;
  readonly counts: KeyCounts;
  readonly recent: RecentValues;
  readonly onUnreadable: UnreadableListener;
}

/** One slice takes less than a millisecond: this many keys, bytes copied, or steps back in time. */
const sliceKeys = 64;
const sliceBytes = 128 * 1024;
const sliceSteps = 500;
const countKeys = 1000;
const allocatedBytes = 32 * 1024;
const mostReusedBytes = 2 * sliceBytes;

type RangeAt = RangeOptions & { readonly revision: Revision };

/** Entries of the keys at a kept revision; missing and unreadable keys are left out. */
export function readVersions(
  source: VersionSource,
  keys: readonly string[],
  at: AtRevision,
): Entry[] | Promise<Entry[]> {
  const [key] = keys;
  const state = key === undefined || keys.length > 1 ? undefined : source.index.get(key);
  if (key === undefined || state === undefined || state.revision > at.revision || state.isDeleted) {
    return readMany(source, keys, at);
  }
  const entry = readEntry(source, { key, revision: state.revision, isStrict: at.isStrict });
  return entry === undefined ? [] : [entry];
}

async function readMany(
  source: VersionSource,
  keys: readonly string[],
  { revision, isStrict, maxBytes = Number.POSITIVE_INFINITY }: AtRevision,
): Promise<Entry[]> {
  const walk = createWalk(source, revision);
  const entries: Entry[] = [];
  let bytes = 0;
  let sinceTurn = 0;
  for (const key of keys) {
    let found = walk.find(source.index.get(key));
    while (!found.isFound) {
      walk.rest();
      await yieldTurn();
      found = walk.find(found.next);
    }
    const entry =
      found.revision === undefined ? undefined : readEntry(source, { key, revision: found.revision, isStrict });
    if (entry === undefined) continue;
    entries.push(entry);
    bytes += entry.value.length;
    sinceTurn += entry.value.length;
    if (bytes >= maxBytes) break;
    if (sinceTurn < sliceBytes) continue;
    await yieldTurn();
    sinceTurn = 0;
  }
  return entries;
}

interface WantedEntry extends Omit<AtRevision, "maxBytes"> {
  readonly key: string;
}

function readEntry(source: VersionSource, { key, revision, isStrict }: WantedEntry): Entry | undefined {
  const { recent } = source;
  const known = recent.get(revision);
  if (known !== undefined) return known;
  try {
    const entry = readFound(source, { key, revision, allocate: Buffer.allocUnsafeSlow });
    if (entry !== undefined) recent.add(entry);
    return entry;
  } catch (error) {
    if (isStrict || !isStoreError(error, "unreadable")) throw error;
    return undefined;
  }
}

interface FoundRecord {
  readonly key: string;
  readonly revision: Revision;
  readonly allocate: Allocate;
}

/**
 * Entry that the index points to; undefined if compaction removed it meanwhile. Throws `unreadable`, which is reported.
 */
function readFound({ tables, index, onUnreadable }: VersionSource, wanted: FoundRecord): Entry | undefined {
  const { key, revision } = wanted;
  try {
    const entry = tables.readRecord(revision, wanted)?.entry;
    if (entry === undefined && index.get(key)?.revision === revision) {
      throw damagedRecord({ key, revision }, "its record is missing");
    }
    return entry;
  } catch (error) {
    if (isStoreError(error, "unreadable")) onUnreadable(error);
    throw error;
  }
}

/**
 * Range at a revision. Holds neither a transaction nor a cursor between two slices: values changed in between are found
 * in the log along the chain of each key.
 */
export async function* readSlices(source: VersionSource, options: RangeAt): AsyncGenerator<RangeSlice> {
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  const pieces = createPieces(source, options);
  for (;;) {
    const { entries, isLast } = pieces.next();
    if (entries.length > left || (entries.length === left && !isLast)) {
      const rest = entries.slice(0, left);
      const isMore = entries.length > left || (await hasMore(source, options, keyAfter(entries.at(-1)!.key)));
      yield isMore ? { entries: rest, next: keyAfter(rest.at(-1)!.key) } : { entries: rest };
      return;
    }
    left -= entries.length;
    if (isLast) {
      yield { entries };
      return;
    }
    if (entries.length > 0) yield { entries, next: keyAfter(entries.at(-1)!.key) };
    await yieldTurn();
  }
}

async function hasMore(source: VersionSource, options: RangeAt, start: string): Promise<boolean> {
  const pieces = createPieces(source, { ...options, start, limit: 1 });
  for (;;) {
    const { entries, isLast } = pieces.next();
    if (entries.length > 0 || isLast) return entries.length > 0;
    await yieldTurn();
  }
}

interface Piece {
  readonly entries: Entry[];
  readonly isLast: boolean;
}

/**
 * Result in parts of less than a millisecond each: other work gets a turn before the next.
 */
interface Pieces<T> {
  next(): T;
}

function createPieces(source: VersionSource, options: RangeAt): Pieces<Piece> {
  const range = { ...keyRange(options), revision: options.revision };
  const versions = findVersions(source, range, Math.min(options.limit ?? sliceKeys, sliceKeys));
  const memory = createSliceMemory();
  const startPiece = options.reusesMemory === true ? memory.useAgain : memory.leave;
  // Reused for all keys: lists read thousands.
  const wanted = { key: "", revision: 0, allocate: memory.allocate };
  let found: FoundVersions = { revisions: [], keys: [], isLast: false };
  let read = 0;
  return {
    next() {
      if (read === found.revisions.length) {
        found = versions.next();
        read = 0;
      }
      startPiece();
      const entries: Entry[] = [];
      for (let bytes = 0; read < found.revisions.length && bytes < sliceBytes; read++) {
        wanted.key = found.keys[read]!;
        wanted.revision = found.revisions[read]!;
        try {
          const entry = readFound(source, wanted);
          if (entry === undefined) throw overtaken(options.revision);
          entries.push(entry);
          bytes += entry.value.length;
        } catch (error) {
          // Lists skip unreadable values.
          if (!isStoreError(error, "unreadable")) throw error;
          options.onUnreadable?.(error);
        }
      }
      memory.endPiece();
      return { entries, isLast: found.isLast && read === found.revisions.length };
    },
  };
}

interface SliceMemory {
  readonly allocate: Allocate;
  /** The returned value is no longer valid: its memory is reused. */
  useAgain(): void;
  /** The returned value belongs to the caller. */
  leave(): void;
  /** The caller may pause after this: memory beyond a usual slice is released. */
  endPiece(): void;
}

/** Values of a slice share one allocation: they are read and released together. */
function createSliceMemory(): SliceMemory {
  const none = Buffer.alloc(0);
  let memory = none;
  let used = 0;
  let given = 0;
  /** Memory to allocate for a slice: grows to the largest slice that was read so far. */
  let needed = allocatedBytes;
  return {
    allocate(size) {
      if (used + size > memory.length) {
        memory = Buffer.allocUnsafeSlow(Math.max(size, needed));
        used = 0;
      }
      used += size;
      given += size;
      return memory.subarray(used - size, used);
    },
    useAgain() {
      needed = Math.min(Math.max(needed, given), mostReusedBytes);
      memory = memory.length < needed ? none : memory;
      used = 0;
      given = 0;
    },
    leave() {
      memory = none;
      used = 0;
    },
    endPiece() {
      if (memory.length > mostReusedBytes) memory = none;
    },
  };
}

function overtaken(revision: Revision): StoreError {
  const message = `Revision ${revision} was compacted while it was read: start from a fresh range, and read faster.`;
  return new StoreError("compacted", message);
}

/** Number of keys in the range; reads no value, and of most keys not even the index. */
export async function countVersions(source: VersionSource, options: RangeAt): Promise<number> {
  const { prefix, revision } = options;
  const range = keyRange(options);
  const { counted, edges } = (await source.counts.plan(range, { prefix, revision })) ?? { counted: 0, edges: [range] };
  let count = counted;
  for (const edge of edges) {
    const versions = findVersions(source, { ...edge, revision }, countKeys);
    for (let isLast = false; !isLast; ) {
      const found = versions.next();
      count += found.keys.length;
      isLast = found.isLast;
      if (!isLast) await yieldTurn();
    }
  }
  return count;
}

/** Counts of the keys of a store, to be updated with its commits. */
export function createKeyCounts(
  source: Pick<VersionSource, "tables" | "index">,
  options: Pick<KeyCountsOptions, "revision" | "compactedRevision">,
): KeyCounts {
  return new KeyCounts({ ...options, find: (range, limit) => findVersions(source, range, limit), yieldTurn });
}

function keyRange({ prefix, start }: RangeOptions): KeyRange {
  return { start: firstKey(prefix, start), end: prefixEnd(prefix) };
}

interface FoundVersions {
  /** Keys that existed at the revision, in order, and the revision of each. */
  readonly keys: readonly string[];
  readonly revisions: readonly Revision[];
  readonly isLast: boolean;
}

function findVersions(
  source: Pick<VersionSource, "tables" | "index">,
  { start: first, end, revision }: KeyRange & { readonly revision: Revision },
  limit: number,
): Pieces<FoundVersions> {
  const walk = createWalk(source, revision);
  let start = first;
  // Stops at the end of the prefix: keys after it are not scanned.
  if (end !== undefined && firstKey(end, start) === start) {
    return { next: () => ({ revisions: [], keys: [], isLast: true }) };
  }
  /** Position at which the search for the first key of the next part continues. */
  let resumed: { readonly key: string; readonly state: IndexEntry } | undefined;
  return {
    next() {
      walk.rest();
      const { rows, isComplete } = source.index.scan({ start, end, limit });
      const revisions: Revision[] = [];
      const keys: string[] = [];
      let unfinished: typeof resumed;
      for (const { key, state } of rows) {
        const found = walk.find(resumed?.key === key ? resumed.state : state);
        if (!found.isFound) {
          unfinished = { key, state: found.next };
          break;
        }
        if (found.revision === undefined) continue;
        revisions.push(found.revision);
        keys.push(key);
      }
      resumed = unfinished;
      const isLast = isComplete && unfinished === undefined;
      if (!isLast) start = unfinished?.key ?? keyAfter(rows.at(-1)!.key);
      return { revisions, keys, isLast };
    },
  };
}

type Found =
  | { readonly isFound: true; readonly revision: Revision | undefined }
  | { readonly isFound: false; readonly next: IndexEntry };

interface Walk {
  /** Newest write of the key up to the revision; `isFound: false` if the allowed steps are used up. */
  find(state: IndexEntry | undefined): Found;
  /** Resets the number of used steps: other work has run meanwhile. */
  rest(): void;
}

function createWalk({ tables }: Pick<VersionSource, "tables">, revision: Revision): Walk {
  let steps = 0;
  return {
    find(state) {
      let at = state;
      while (at !== undefined && at.revision > revision) {
        if (steps === sliceSteps) return { isFound: false, next: at };
        steps += 1;
        at = stepBack(tables, at.revision);
      }
      return { isFound: true, revision: at === undefined || at.isDeleted ? undefined : at.revision };
    },
    rest() {
      steps = 0;
    },
  };
}

/**
 * Revision of the key before a write. A record removed by compaction was a delete, or is older than any allowed read.
 */
function stepBack(tables: LmdbTables, revision: Revision): IndexEntry | undefined {
  const chain = tables.readRecordHead(revision)?.chain ?? 0;
  const before = chain === 0 ? undefined : tables.readRecordHead(chain);
  return before && { revision: chain, isDeleted: before.type === "delete" };
}
