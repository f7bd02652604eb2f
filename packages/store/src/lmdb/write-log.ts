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
  /** What the journal has and the tables have not, in order: the tables read it too. */
  readonly pending: Map<Revision, LoggedWrite>;
  readonly state: StoreState;
  readonly index: KeyIndex;
  readonly room: DiskRoom;
  readonly clock: StoreClock;
}

/** So many writes wait, or so many bytes, before the tables get them at once; fewer wait for the next upkeep. */
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
  /** As the tables have it, but for `compacted`, which is raised before the disk knows, so that no reader meets a gap. */
  #state: StoreState;
  #pendingBytes = 0;
  #broken: StoreError | undefined;
  /** Rows whose delete is done; they go with the next transaction. */
  #expired: Expiry[] = [];
  #lastTurn: Promise<unknown> = Promise.resolve();
  #isDrainDue = false;

  constructor(parts: WriteLogParts) {
    this.#parts = parts;
    this.#state = parts.state;
    for (const { record } of parts.pending.values()) this.#pendingBytes += record.length;
  }

  get state(): StoreState {
    return this.#state;
  }

  async write(prepared: readonly PreparedWrite[]): Promise<void> {
    const { journal, pending, clock } = this.#parts;
    const batch = encodeBatch(prepared, clock.now());
    if (journal?.takes(batch) !== true) return this.#writeThrough(batch);
    if (!journal.hasRoom(batch, this.#state.revision)) await this.drain();
    this.#checkBroken();
    await journal.append(batch).catch((cause: unknown) => this.#break(cause));
    for (const write of batch.writes) {
      pending.set(write.revision, write);
      this.#pendingBytes += write.record.length;
    }
    if (pending.size >= drainWrites || this.#pendingBytes >= drainBytes) this.drainSoon();
  }

  /** Reads before the revision are refused from now on; the next drain makes use of it. */
  compact(revision: Revision): void {
    this.#state = { ...this.#state, compacted: Math.max(this.#state.compacted, revision) };
  }

  /** The rows are no longer needed. */
  removeExpiries(rows: readonly Expiry[]): void {
    this.#expired.push(...rows);
  }

  /** Resolves when the tables have everything that was in the journal, and what compaction has to do is done. */
  drain(): Promise<void> {
    return this.#inTurn(() => this.#moveAll());
  }

  /** Drains in the background if there is anything to do. */
  drainSoon(): void {
    if (this.#isDrainDue || !this.#isWorkLeft()) return;
    this.#isDrainDue = true;
    const drained = this.#inTurn(() => {
      this.#isDrainDue = false;
      return this.#moveAll();
    });
    // Whoever writes next hears of it.
    drained.catch(() => {});
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    await this.#lastTurn;
  }

  /** Past the journal, behind what is in it. */
  #writeThrough({ writes }: JournalBatch): Promise<void> {
    return this.#inTurn(async () => {
      await this.#moveAll();
      if (await this.#transact(writes)) this.drainSoon();
    });
  }

  /** One transaction at a time. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#lastTurn.then(work);
    this.#lastTurn = turn.catch(() => {});
    return turn;
  }

  /** What comes meanwhile is left for the next time, or there would be a transaction for every few writes. */
  async #moveAll(): Promise<void> {
    const { pending } = this.#parts;
    let left = pending.size;
    for (let isMore = this.#isWorkLeft(); isMore; ) {
      const writes = takeFirst(pending.values(), Math.min(left, drainStep));
      left -= writes.length;
      isMore = (await this.#transact(writes)) || left > 0;
    }
  }

  #isWorkLeft(): boolean {
    const { swept, compacted } = this.#state;
    return this.#parts.pending.size > 0 || this.#expired.length > 0 || swept < compacted;
  }

  /** Makes the writes, which follow the last ones in the tables, durable there. True if upkeep is left to be done. */
  async #transact(writes: readonly LoggedWrite[]): Promise<boolean> {
    const { tables, index, room } = this.#parts;
    this.#checkBroken();
    room.look();
    const before = this.#state;
    const sweep = planSweep(tables, before.swept, Math.min(before.compacted, before.indexed));
    const step = index.nextStep(before, writes.length);
    const expired = this.#expired.slice();
    const after = nextState(before, { writes, sweep, step });
    try {
      await tables.write((writer) => {
        // Before the index rows: a sweep may remove the row of a deleted key that has been made again.
        sweep?.fill(writer);
        for (const { key, state } of step?.rows ?? []) writer.putIndex(key, state);
        for (const expiry of expired) writer.removeExpiry(expiry);
        for (const write of writes) putWrite(writer, write);
        writer.putState(after);
      });
    } catch (error) {
      this.#recover(error);
      throw error;
    }
    this.#state = { ...after, compacted: this.#state.compacted };
    this.#forget(writes);
    this.#expired = this.#expired.slice(expired.length);
    if (step !== undefined) index.finishStep(step);
    return sweep !== undefined || step !== undefined || after.compacted < this.#state.compacted;
  }

  #forget(writes: readonly LoggedWrite[]): void {
    for (const { revision, record } of writes) {
      if (this.#parts.pending.delete(revision)) this.#pendingBytes -= record.length;
    }
  }

  #recover(error: unknown): void {
    this.#parts.index.abandonCheckpoint();
    if (isStoreError(error, "no-space")) {
      // History is what can be given up; the removal itself needs little room.
      this.compact(this.#state.revision);
    } else if (isStoreError(error)) {
      this.#broken = error;
    }
  }

  #checkBroken(): void {
    if (this.#broken === undefined) return;
    throw new StoreError("unavailable", "Nothing is written since a write failed: restart.", { cause: this.#broken });
  }

  /** The journal may have the batch or not: only reading it again tells. */
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
}

function nextState(before: StoreState, { writes, sweep, step }: Transaction): StoreState {
  const replacedBytes = writes.reduce((sum, write) => sum + write.replacedBytes, 0);
  return {
    revision: writes.at(-1)?.revision ?? before.revision,
    compacted: before.compacted,
    swept: sweep?.swept ?? before.swept,
    indexed: step?.indexedUpTo ?? before.indexed,
    historyBytes: Math.max(0, before.historyBytes + replacedBytes - (sweep?.freedBytes ?? 0)),
  };
}
