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
  /** Journal of the store; absent if writes need not be durable. */
  readonly journal: Journal | undefined;
  /** Writes in the journal that are not in the tables yet, in order; reads of the tables include them. */
  readonly pending: Map<Revision, LoggedWrite>;
  readonly state: StoreState;
  readonly index: KeyIndex;
  readonly room: DiskRoom;
  readonly clock: StoreClock;
  /** Newest durable revision when the store was opened. */
  readonly revision: Revision;
}

/** Processes that read the tables of this one; they receive all state they need to read correctly. */
export interface LogFollowers {
  /** Records that a read after this revision needs must stay in the tables. */
  readonly sweepLimit: Revision;
  /** Called when the batch is durable and before its writers are answered. */
  written(batch: JournalBatch): void;
  /** Called when writes moved to the tables, the index advanced, or a later revision was compacted. */
  settled(): void;
}

/** State of the log, for a process that begins to follow it. */
export interface LogPosition {
  /** Newest durable revision that was announced to watchers. */
  readonly revision: Revision;
  /** The tables contain everything up to this revision. */
  readonly drained: Revision;
  readonly indexed: Revision;
  readonly compacted: Revision;
}

/** Writes, or bytes, in the journal that start a move to the tables at once; fewer wait for the next maintenance. */
const drainWrites = 256;
const drainBytes = 256 * 1024;
/** Few enough writes that one transaction delays neither this thread nor the journal on disk. */
const drainStep = 128;

/**
 * Makes writes durable: first in the journal, which takes one disk write, and later many together in the tables, which
 * takes two and a page or more for each table. Maintenance of the tables (compaction, index, expiry) shares those
 * transactions.
 */
export class WriteLog {
  readonly #parts: WriteLogParts;
  /** State as stored in the tables. */
  #state: StoreState;
  #compacted: Revision;
  #pendingBytes = 0;
  #pendingReplacedBytes = 0;
  #broken: StoreError | undefined;
  /** The last transaction failed for lack of space. */
  #isCramped = false;
  /**
   * Expiry rows whose delete is done, removed with the next transaction. Keyed by time and revision: reads skip them
   * until then.
   */
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

  /**
   * Oldest revision that may be read. Raised before the compaction is durable, so that no reader finds records missing.
   */
  get compacted(): Revision {
    return this.#compacted;
  }

  /** Size of all replaced records, deletes aside. */
  get historyBytes(): number {
    return this.#state.historyBytes + this.#pendingReplacedBytes;
  }

  get position(): LogPosition {
    const { revision: drained, indexed } = this.#state;
    // A batch that bypasses the journal is in the tables before it is announced.
    const revision = this.#newest;
    return { revision, drained, indexed, compacted: Math.min(this.#compacted, revision) };
  }

  /** Writes of the journal that the tables do not contain, in order. */
  get pending(): Iterable<LoggedWrite> {
    return this.#parts.pending.values();
  }

  /** Notifies `followers` from now on; at most one may be set. */
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

  /** Refuses reads before the revision from now on; the next drain removes their records. */
  compact(revision: Revision): void {
    if (revision <= this.#compacted) return;
    this.#compacted = revision;
    this.#followers?.settled();
  }

  /** Rows of the expiry table that the next transaction removes. */
  removeExpiries(rows: readonly Expiry[]): void {
    for (const row of rows) this.#expired.set(`${row.atMs} ${row.revision}`, row);
  }

  /** Resolves when the tables contain everything that was in the journal. Does some maintenance with it. */
  drain(): Promise<void> {
    return this.#inTurn(() => this.#moveAll());
  }

  /** Moves writes to the tables and does maintenance in the background, if there is any. */
  drainSoon(): void {
    if (this.#isClosing || this.#isDrainDue || !this.#isWorkLeft()) return;
    this.#isDrainDue = true;
    const drained = this.#inTurn(() => {
      this.#isDrainDue = false;
      return this.#moveAll();
    });
    // The next write reports the failure.
    drained.catch(() => {});
  }

  /**
   * No other call may follow. Batches that can no longer be moved to the tables stay in the journal, for the next
   * start.
   */
  async close(): Promise<void> {
    this.#isClosing = true;
    try {
      await this.drain();
      if (this.#parts.pending.size === 0) await this.#inTurn(() => this.#transact([], { isLast: true }));
    } catch {
      // The next process reads these writes from the journal, so none is lost.
    }
  }

  /** Throws `unavailable` after a write failed in a way that only a restart can resolve. */
  checkBroken(): void {
    if (this.#broken === undefined) return;
    const message = `Nothing is written since a write failed: restart. ${this.#broken.message}`;
    throw new StoreError("unavailable", message, { cause: this.#broken });
  }

  /** Resolves when no transaction is in progress. */
  async settled(): Promise<void> {
    await this.#lastTurn;
  }

  /** Writes a batch to the tables directly, after the batches of the journal. */
  #writeThrough({ writes }: JournalBatch): Promise<void> {
    return this.#inTurn(async () => {
      await this.#moveAll();
      await this.#transact(writes);
      if (this.#isUpkeepLeft()) this.drainSoon();
    });
  }

  /** Runs one transaction at a time. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#lastTurn.then(work);
    this.#lastTurn = turn.catch(() => {});
    return turn;
  }

  /**
   * Moves the writes that were in the journal at the call. Later ones wait for the next move, or there would be a
   * transaction for every few writes.
   */
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
    // Remaining maintenance runs later, so that a writer that waits for room does not wait for all of it.
    if (this.#isUpkeepLeft()) this.drainSoon();
  }

  /** Drops history, which needs little space itself if the transaction contains nothing else. */
  async #makeRoom(): Promise<void> {
    while (this.#state.swept < this.#reachableCompaction()) await this.#transact([]);
    this.#isCramped = false;
  }

  /** Writes that are not in the tables yet cannot be removed from them, nor those that another process may read. */
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

  /** Writes the next batch of writes to the tables, with a part of the maintenance. */
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
        // Before the index rows: the removal may delete the row of a deleted key that has been created again.
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
      // Out of space: drop all history.
      this.compact(this.#state.revision);
      this.#isCramped = true;
    } else if (isStoreError(error)) {
      this.#broken = error;
    }
  }

  /** Whether the journal contains the batch can only be determined by reading it again at the next start. */
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
  /** Journal in use; absent if the store has none, and after a close. */
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
    // Counts of an older Kiln may be too large; after everything was removed, the count is 0.
    historyBytes: swept === revision ? 0 : Math.max(0, historyBytes),
    journaled: journal?.newest ?? 0,
    journalId: journal?.id ?? 0,
  };
}
