import type { AtRevision } from "../embedded-store.ts";
import { firstKey, keyAfter, prefixEnd } from "../key-order.ts";
import type { Entry, RangeOptions, RangeSlice, Revision } from "../store.ts";
import { isStoreError, StoreError } from "../store-error.ts";
import type { UnreadableListener } from "../unreadable.ts";
import { yieldTurn } from "../yield-turn.ts";
import type { KeyIndex } from "./key-index.ts";
import type { IndexEntry } from "./layout.ts";
import { type Allocate, damagedRecord, type LmdbTables } from "./lmdb-tables.ts";
import type { RecentValues } from "./recent-values.ts";

export interface VersionSource {
  readonly tables: LmdbTables;
  readonly index: KeyIndex;
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

/** The keys as they were at a revision that is kept; those that were not there are left out, and unreadable ones. */
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

/** The entry that the index led to; undefined if compaction took it meanwhile. Throws `unreadable`, which is reported. */
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
 * The range as it was at a revision. Nothing is held between two slices, neither a transaction nor a cursor: what
 * changes in the meantime is found in the log by going back along each changed key's chain.
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

/** Each piece takes less than a millisecond: others get a turn before the next. Nothing comes after the last. */
interface Pieces<T> {
  next(): T;
}

function createPieces(source: VersionSource, options: RangeAt): Pieces<Piece> {
  const versions = findVersions(source, options, Math.min(options.limit ?? sliceKeys, sliceKeys));
  const memory = createSliceMemory();
  const startPiece = options.reusesMemory === true ? memory.useAgain : memory.leave;
  // One for all: lists read thousands.
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
  /** The returned value is no longer valid. */
  useAgain(): void;
  /** The returned value belongs to its receiver. */
  leave(): void;
  /** A reader may take its time now: more than a usual slice is not held for the next one. */
  endPiece(): void;
}

/** Values of a slice share their memory: they are read together and let go together. */
function createSliceMemory(): SliceMemory {
  const none = Buffer.alloc(0);
  let memory = none;
  let used = 0;
  let given = 0;
  /** Size of one slice, as far as it is known. */
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

/** How many keys there were; no value is read. */
export async function countVersions(source: VersionSource, options: RangeAt): Promise<number> {
  const versions = findVersions(source, options, countKeys);
  for (let count = 0; ; await yieldTurn()) {
    const { revisions, isLast } = versions.next();
    count += revisions.length;
    if (isLast) return count;
  }
}

interface FoundVersions {
  /** The keys that were there, in their order, and the revision of each. */
  readonly keys: readonly string[];
  readonly revisions: readonly Revision[];
  readonly isLast: boolean;
}

function findVersions(source: VersionSource, options: RangeAt, limit: number): Pieces<FoundVersions> {
  const end = prefixEnd(options.prefix);
  const walk = createWalk(source, options.revision);
  let start = firstKey(options.prefix, options.start);
  // Whatever follows the prefix without being under it is never scanned.
  if (end !== undefined && firstKey(end, start) === start) {
    return { next: () => ({ revisions: [], keys: [], isLast: true }) };
  }
  /** Where the walk for the first key of the next piece goes on. */
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
  /** The key's newest write not after the walk's revision; not found yet when the steps are used up. */
  find(state: IndexEntry | undefined): Found;
  /** Allows as many steps again. */
  rest(): void;
}

function createWalk({ tables }: VersionSource, revision: Revision): Walk {
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
 * Revision of the key before a write. A record removed by compaction was a delete, or older than any reader may ask
 * for.
 */
function stepBack(tables: LmdbTables, revision: Revision): IndexEntry | undefined {
  const chain = tables.readRecordHead(revision)?.chain ?? 0;
  const before = chain === 0 ? undefined : tables.readRecordHead(chain);
  return before && { revision: chain, isDeleted: before.type === "delete" };
}
