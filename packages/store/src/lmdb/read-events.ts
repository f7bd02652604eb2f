import type { KeyState } from "../commit-queue.ts";
import { eventBytes } from "../event-ring.ts";
import type { EventBatch, Revision, StoreEvent } from "../store.ts";
import { isStoreError, StoreError } from "../store-error.ts";
import type { UnreadableListener } from "../unreadable.ts";
import type { KeyIndex } from "./key-index.ts";
import type { RecordHead } from "./layout.ts";
import { damagedRecord, type LmdbTables, type LogRecord, unknownKey } from "./lmdb-tables.ts";

/** Source of events and of the newest values of keys. */
export interface EventSource {
  readonly tables: LmdbTables;
  readonly index: KeyIndex;
  readonly onUnreadable: UnreadableListener;
}

/** Bounds of a replay: events later than `after`, none later than `head`, of which those after `compacted` are kept. */
export interface ReplayBounds {
  readonly after: Revision;
  readonly head: Revision;
  readonly compacted: Revision;
}

/** Events that a watcher far behind reads at once, and holds until its client reads them. */
const replayLimit = 1000;
const replayBytes = 128 * 1024;

/** Some events under the prefix, read from the log. Throws `compacted`. */
export function replayEvents(source: EventSource, prefix: string, bounds: ReplayBounds): EventBatch {
  const { after, head: newest, compacted } = bounds;
  if (after < compacted) {
    throw new StoreError("compacted", `Events after revision ${after} are no longer kept: start from a fresh range.`);
  }
  const last = Math.min(newest, after + replayLimit);
  const events: StoreEvent[] = [];
  let revision = after;
  for (let bytes = 0; revision < last && bytes < replayBytes; ) {
    revision += 1;
    const head = source.tables.readRecordHead(revision);
    if (head?.key.startsWith(prefix) !== true) continue;
    const event = readEvent(source, head, revision);
    events.push(event);
    bytes += eventBytes(event);
  }
  return { events, revision };
}

/** A write with an unreadable value is a delete to watchers, as lists no longer contain the key. */
function readEvent(source: EventSource, { type, chain, key }: RecordHead, revision: Revision): StoreEvent {
  const value = type === "delete" ? undefined : tryRead(source, key, revision)?.entry.value;
  const previous = type === "create" ? undefined : tryRead(source, key, chain)?.entry;
  return { type: value ? type : "delete", key, revision, ...(value && { value }), ...(previous && { previous }) };
}

/** Record of a key at a revision; undefined if it is damaged, which is reported. */
export function tryRead({ tables, onUnreadable }: EventSource, key: string, revision: Revision): LogRecord | undefined {
  try {
    return tables.readRecord(revision, { key });
  } catch (error) {
    if (!isStoreError(error, "unreadable")) throw error;
    onUnreadable(error);
    return undefined;
  }
}

/** Newest write of a key in the log. */
export function readKeyState(source: EventSource, key: string): KeyState | undefined {
  const state = source.index.get(key);
  if (state === undefined || state.isDeleted) return state && { revision: state.revision };
  const { revision } = state;
  try {
    const entry = source.tables.readRecord(revision, { key })?.entry;
    if (entry === undefined) throw damagedRecord({ key, revision }, "its record is missing");
    return { revision, entry };
  } catch (error) {
    if (!isStoreError(error, "unreadable")) throw error;
    source.onUnreadable(error);
    return { revision, unreadable: error };
  }
}

/** Reads index rows that the index table lacks, up to `newest`, from the log. */
export function readUnindexed(source: EventSource, indexed: Revision, newest: Revision): void {
  for (let revision = indexed + 1; revision <= newest; revision++) {
    const head = source.tables.readRecordHead(revision, { isVerified: true });
    if (head !== undefined) source.index.add(head.key, { revision, isDeleted: head.type === "delete" });
    else readDamaged(source, revision);
  }
}

/**
 * Indexes a damaged record under the key in its bytes, if readable, so that the key reads as damaged and not as its
 * older value.
 */
function readDamaged({ tables, index, onUnreadable }: EventSource, revision: Revision): void {
  const head = tables.readRecordHead(revision);
  const key = head?.key ?? unknownKey;
  if (head !== undefined) index.add(key, { revision, isDeleted: false });
  onUnreadable(damagedRecord({ key, revision }, "its record is damaged"));
}

/** At most this many unreadable values are reported. */
const mostReported = 10_000;

/** Reports each damaged record once: every list reads it again. */
export function reportOnce(listener: UnreadableListener): UnreadableListener {
  const known = new Set<string>();
  return (error) => {
    const name = `${error.key} ${error.revision}`;
    if (known.size >= mostReported || known.has(name)) return;
    known.add(name);
    listener(error);
  };
}
