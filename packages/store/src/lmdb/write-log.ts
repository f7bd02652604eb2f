import type { PreparedWrite } from "../commit-queue.ts";
import type { Revision } from "../store.ts";
import type { StoreClock } from "../store-clock.ts";
import { isStoreError, StoreError } from "../store-error.ts";
import { planSweep, type SweepStep } from "./compact.ts";
import type { DiskRoom } from "./disk-room.ts";
import { encodeBatch, type Journal, type JournalBatch, type LoggedWrite } from "./journal.ts";
import type { IndexStep, KeyIndex } from "./key-index.ts";
import { decodeRecordHead, type StoreState } from "./layout.ts";
import type { Expiry, LmdbTables, TableWriter } from "./lmdb-tables.ts";

export interface WriteLogParts {
  readonly tables: LmdbTables;
  /** Absent where nothing need be durable. */
  readonly journal: Journal | undefined;
  /** Entries of the journal that the tables lack, in order: reads of the tables include them. */
  readonly pending: Map<Revision, LoggedWrite>;
  readonly state: StoreState;
  readonly index: KeyIndex;
  readonly room: DiskRoom;
  readonly clock: StoreClock;
  /** Newest durable revision at the start. */
  readonly revision: Revision;
}

/** Processes that read the tables beside this one; they receive everything they need to read correctly. */
export interface LogFollowers {
  /** Nothing that a read after this revision needs may be removed from the tables. */
  readonly sweepLimit: Revision;
  /** The batch is durable; its writers are not answered yet. */
  written(batch: JournalBatch): void;
  /** Changed: the tables have more, the index is complete further, or reads are refused up to a later revision. */
  settled(): void;
}

/** State of the log, for a process that begins to follow it. */
export interface LogPosition {
  /** The newest durable revision that was announced. */
  readonly revision: Revision;
  /** The tables have everything up to here. */
  readonly drained: Revision;
  readonly indexed: Revision;
  readonly compacted: Revision;
}

/** This many writes wait, or this many bytes, before the tables get them at once; fewer wait for the next upkeep. */
const drainWrites = 256;
const drainBytes = 256 * 1024;
/** Few enough for one transaction to hold up neither this thread nor, at the disk, the journal. */
const drainStep = 128;

/**
 * Makes writes durable: in the journal, which takes one write to the disk, and later many together in the tables, which
 * takes two and a page or more for each table. What upkeep has to do in the tables travels with the latter.
 */
export class WriteLog {
  readonly #parts: WriteLogParts;
  /** As the tables have it. */
  #state: StoreState;
  #compacted: Revision;
  #pendingBytes = 0;
  #pendingReplacedBytes = 0;
  #broken: StoreError | undefined;
  /** The tables were out of room. */
  #isCramped = false;
  /** Rows whose delete is done; they go with the next transaction. By when and what, since they are found until then. */
  readonly #expired = new Map<string, Expiry>();
  #lastTurn: Promise<unknown> = Promise.resolve();
  #isDrainDue = false;
  #isClosing = false;
  #newest: Revision;
  #followers: LogFollowers | undefined;

  constructor(parts: WriteLogParts) {
    this.#parts = parts;
    this.#state = parts.state;
    this.#compacted = parts.state.compacted;
    this.#newest = parts.revision;
    for (const write of parts.pending.values()) this.#count(write, 1);
  }

  /** Raised before the disk knows, so that no reader meets a gap. */
  get compacted(): Revision {
    return this.#compacted;
  }

  /** The size of all records that a later one has replaced, but for deletes. */
  get historyBytes(): number {
    return this.#state.historyBytes + this.#pendingReplacedBytes;
  }

  get position(): LogPosition {
    const { revision: drained, indexed } = this.#state;
    // A batch past the journal is in the tables before it is announced.
    const revision = this.#newest;
    return { revision, drained, indexed, compacted: Math.min(this.#compacted, revision) };
  }

  /** Entries of the journal that the tables lack, in order. */
  get pending(): Iterable<LoggedWrite> {
    return this.#parts.pending.values();
  }

  /** From now on; at most one may be set. */
  follow(followers: LogFollowers): void {
    this.#followers = followers;
  }

  async write(prepared: readonly PreparedWrite[]): Promise<void> {
    const { journal, clock } = this.#parts;
    const batch = encodeBatch(prepared, clock.now());
    if (journal?.takes(batch) === true) await this.#writeJournal(journal, batch);
    else await this.#writeThrough(batch);
    this.#newest = batch.writes.at(-1)!.revision;
    this.#followers?.written(batch);
  }

  async #writeJournal(journal: Journal, batch: JournalBatch): Promise<void> {
    const { pending } = this.#parts;
    if (!journal.hasRoom(batch, this.#state.revision)) await this.drain();
    this.checkBroken();
    await journal.append(batch).catch((cause: unknown) => this.#break(cause));
    for (const write of batch.writes) {
      pending.set(write.revision, write);
      this.#count(write, 1);
    }
    if (pending.size >= drainWrites || this.#pendingBytes >= drainBytes) this.drainSoon();
  }

  /** Reads before the revision are refused from now on; the next drain makes use of it. */
  compact(revision: Revision): void {
    if (revision <= this.#compacted) return;
    this.#compacted = revision;
    this.#followers?.settled();
  }

  /** The rows are no longer needed. */
  removeExpiries(rows: readonly Expiry[]): void {
    for (const row of rows) this.#expired.set(`${row.atMs} ${row.revision}`, row);
  }

  /** Resolves when the tables have everything that was in the journal. Some upkeep is done with it. */
  drain(): Promise<void> {
    return this.#inTurn(() => this.#moveAll());
  }

  /** Drains and does upkeep in the background, if there is anything to do. */
  drainSoon(): void {
    if (this.#isClosing || this.#isDrainDue || !this.#isWorkLeft()) return;
    this.#isDrainDue = true;
    const drained = this.#inTurn(() => {
      this.#isDrainDue = false;
      return this.#moveAll();
    });
    // The next write reports it.
    drained.catch(() => {});
  }

  /** The last call. Batches that cannot go into the tables any more are in the journal, for the next start. */
  async close(): Promise<void> {
    this.#isClosing = true;
    try {
      await this.drain();
      if (this.#parts.pending.size === 0) await this.#inTurn(() => this.#transact([], { isLast: true }));
    } catch {
      // The next process finds it in the journal.
    }
  }

  /** Throws `unavailable` once a write has failed in a way that only reading everything again can clear up. */
  checkBroken(): void {
    if (this.#broken === undefined) return;
    const message = `Nothing is written since a write failed: restart. ${this.#broken.message}`;
    throw new StoreError("unavailable", message, { cause: this.#broken });
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    await this.#lastTurn;
  }

  /** Past the journal, after its batches. */
  #writeThrough({ writes }: JournalBatch): Promise<void> {
    return this.#inTurn(async () => {
      await this.#moveAll();
      await this.#transact(writes);
      if (this.#isUpkeepLeft()) this.drainSoon();
    });
  }

  /** One transaction at a time. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#lastTurn.then(work);
    this.#lastTurn = turn.catch(() => {});
    return turn;
  }

  /** Later entries wait for the next time, or there would be a transaction for every few writes. */
  async #moveAll(): Promise<void> {
    if (this.#isCramped) await this.#makeRoom();
    const { pending } = this.#parts;
    let left = pending.size;
    if (left === 0 && this.#isWorkLeft()) await this.#transact([]);
    while (left > 0) {
      const writes = takeFirst(pending.values(), Math.min(left, drainStep));
      left -= writes.length;
      await this.#transact(writes);
    }
    // Upkeep that is left gets turns of its own, so that a writer that waits for room does not wait for all of it.
    if (this.#isUpkeepLeft()) this.drainSoon();
  }

  /** Gives up history, which needs little room itself as long as nothing else goes with it. */
  async #makeRoom(): Promise<void> {
    while (this.#state.swept < this.#reachableCompaction()) await this.#transact([]);
    this.#isCramped = false;
  }

  /** Entries that are not in the tables yet cannot be swept from them, nor those that another process may read. */
  #reachableCompaction(): Revision {
    return Math.min(this.#compacted, this.#state.revision, this.#sweepLimit);
  }

  get #sweepLimit(): Revision {
    return this.#followers?.sweepLimit ?? Number.POSITIVE_INFINITY;
  }

  #isWorkLeft(): boolean {
    return this.#parts.pending.size > 0 || this.#isUpkeepLeft();
  }

  #isUpkeepLeft(): boolean {
    const isSwept = this.#state.swept >= this.#reachableCompaction();
    return this.#expired.size > 0 || this.#parts.index.isStepping || !isSwept;
  }

  /** Makes the writes, which follow the last ones in the tables, durable there, with a piece of the upkeep. */
  async #transact(writes: readonly LoggedWrite[], { isLast = false } = {}): Promise<void> {
    const { tables, index, room } = this.#parts;
    this.checkBroken();
    room.look();
    const newest = writes.at(-1)?.revision ?? this.#state.revision;
    const before = { ...this.#state, compacted: Math.min(this.#compacted, newest) };
    const sweep = planSweep(tables, before.swept, Math.min(before.compacted, before.indexed, this.#sweepLimit));
    const step = index.nextStep(before, { newest, writes: writes.length });
    const expired = [...this.#expired];
    const after = nextState(before, { writes, sweep, step, journal: isLast ? undefined : this.#parts.journal });
    try {
      await tables.write((writer) => {
        // Before the index rows: a sweep may remove the row of a deleted key that has been made again.
        sweep?.fill(writer);
        for (const { key, state } of step?.rows ?? []) writer.putIndex(key, state);
        for (const [, expiry] of expired) writer.removeExpiry(expiry);
        for (const write of writes) putWrite(writer, write);
        writer.putState(after);
      });
    } catch (error) {
      this.#recover(error);
      throw error;
    }
    this.#state = after;
    for (const write of writes) {
      if (this.#parts.pending.delete(write.revision)) this.#count(write, -1);
    }
    for (const [key] of expired) this.#expired.delete(key);
    if (step !== undefined) index.finishStep(step);
    this.#followers?.settled();
  }

  #count({ record, replacedBytes }: LoggedWrite, sign: 1 | -1): void {
    this.#pendingBytes += sign * record.length;
    this.#pendingReplacedBytes += sign * replacedBytes;
  }

  #recover(error: unknown): void {
    this.#parts.index.abandonCheckpoint();
    if (isStoreError(error, "no-space")) {
      // History can be given up.
      this.compact(this.#state.revision);
      this.#isCramped = true;
    } else if (isStoreError(error)) {
      this.#broken = error;
    }
  }

  /** Whether the journal has the batch is known only by reading it again. */
  #break(cause: unknown): never {
    const message = `A write to the journal could not be finished (${String(cause)}): look at the disk, and restart.`;
    this.#broken = new StoreError("outcome-unknown", message, { cause });
    throw this.#broken;
  }
}

function takeFirst<T>(source: Iterator<T>, count: number): T[] {
  return Array.from({ length: count }, () => source.next().value as T);
}

function putWrite(writer: TableWriter, { revision, record, expiresAtMs: atMs }: LoggedWrite): void {
  writer.putRecord(revision, record);
  if (atMs > 0) writer.putExpiry({ atMs, revision, key: decodeRecordHead(record, record.length)!.key });
}

interface Transaction {
  readonly writes: readonly LoggedWrite[];
  readonly sweep: SweepStep | undefined;
  readonly step: IndexStep | undefined;
  /** Absent where none is used, and when the store is closed. */
  readonly journal: Journal | undefined;
}

function nextState(before: StoreState, { writes, sweep, step, journal }: Transaction): StoreState {
  const replacedBytes = writes.reduce((sum, write) => sum + write.replacedBytes, 0);
  const revision = writes.at(-1)?.revision ?? before.revision;
  const swept = sweep?.swept ?? before.swept;
  const historyBytes = before.historyBytes + replacedBytes - (sweep?.freedBytes ?? 0);
  return {
    revision,
    compacted: before.compacted,
    swept,
    indexed: step?.indexedUpTo ?? before.indexed,
    // Counts made by an older Kiln may be too large; when everything was swept, there is nothing left to count.
    historyBytes: swept === revision ? 0 : Math.max(0, historyBytes),
    journaled: journal?.newest ?? 0,
    journalId: journal?.id ?? 0,
  };
}
