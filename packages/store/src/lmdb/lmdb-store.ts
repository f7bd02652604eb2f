import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommitQueue, type KeyState, type PreparedWrite } from "../commit-queue.ts";
import { lockDirectory } from "../directory-lock.ts";
import { type EmbeddedBackend, EmbeddedStore } from "../embedded-store.ts";
import { eventBytes } from "../event-ring.ts";
import type { EventBatch, Revision, StoreEvent } from "../store.ts";
import { createSystemClock, type StoreClock } from "../store-clock.ts";
import { isStoreError, StoreError } from "../store-error.ts";
import { WatchHub } from "../watch-hub.ts";
import { HistoryClock, planSweep, type SweepStep } from "./compact.ts";
import { DiskRoom } from "./disk-room.ts";
import { type IndexStep, KeyIndex } from "./key-index.ts";
import { dataFile, formatFile, formatVersion, recordSize, type StoreState } from "./layout.ts";
import { type Expiry, LmdbTables, type LogRecord, type TableWriter } from "./lmdb-tables.ts";
import { explainAccess, prepareDirectory } from "./prepare-directory.ts";
import { countVersions, readSlices, readVersions } from "./read-versions.ts";
import { RecentValues } from "./recent-values.ts";

export interface LmdbStoreOptions {
  readonly directory: string;
  readonly clock?: StoreClock;
  /** How long and how much history is kept for reads and watches at earlier revisions. */
  readonly historyMs?: number;
  readonly historyBytes?: number;
  /** Address space, neither memory nor disk, taken at once. Data that outgrows it costs a second map. */
  readonly mapSizeBytes?: number;
  /** Writes that add data are refused when the disk has less room than this; deletes are not. */
  readonly reserveBytes?: number;
  /** For tests that need no durability: a write is answered before it is on disk. */
  readonly unsafeNoSync?: boolean;
}

const upkeepIntervalMs = 1000;
/** What a watcher that has fallen far behind reads at once, and holds until its client takes it. */
const replayLimit = 1000;
const replayBytes = 128 * 1024;
const expiryLimit = 2000;
const recentLimit = 512;
/** As much as the newest events take. */
const recentBytes = 16 * 1024 * 1024;
const emptyState: StoreState = { revision: 0, compacted: 0, swept: 0, indexed: 0, historyBytes: 0 };

/**
 * Opens the directory, making it if need be, for this process alone. Throws `locked`, `no-access`, `newer-format`
 * or `corrupt` with a sentence that says what to do, and has then changed nothing.
 */
export async function openLmdbStore(options: LmdbStoreOptions): Promise<LmdbStore> {
  const { directory, clock = createSystemClock(), mapSizeBytes = 64 * 2 ** 30 } = options;
  prepareDirectory(directory);
  let unlock: () => void;
  try {
    unlock = lockDirectory(directory, clock);
  } catch (error) {
    throw explainAccess(error, directory);
  }
  try {
    const tables = new LmdbTables({ directory, mapSizeBytes, isDurable: options.unsafeNoSync !== true });
    return new LmdbStore({ ...options, clock }, { tables, unlock });
  } catch (error) {
    unlock();
    throw explainOpen(error, directory);
  }
}

/** lmdb gives the system's numbers. */
const systemCodes: Readonly<Record<number, string>> = { 1: "EPERM", 13: "EACCES", 28: "ENOSPC", 30: "EROFS" };

function explainOpen(error: unknown, directory: string): unknown {
  if (isStoreError(error)) return error;
  const code = systemCodes[Number((error as { code?: unknown }).code)];
  if (code !== undefined) return explainAccess(Object.assign(new Error(code, { cause: error }), { code }), directory);
  const message = `The data in ${directory} cannot be read (${String(error)}): restore it from a backup.`;
  return new StoreError("corrupt", message, { cause: error });
}

/** The embedded store. Made by {@link openLmdbStore}. */
export class LmdbStore extends EmbeddedStore {
  readonly #tables: LmdbTables;
  readonly #index: KeyIndex;
  readonly #clock: StoreClock;
  readonly #history: HistoryClock;
  readonly #room: DiskRoom;
  readonly #stopUpkeep: () => void;
  protected readonly backend: EmbeddedBackend;
  /** As on disk, but for `compacted`, which is raised before the disk knows, so that no reader meets a gap. */
  #state: StoreState;
  #broken: StoreError | undefined;
  /** What writers looked up since it was last written: a write finds there what the peek before it has read. */
  readonly #recent = new Map<string, KeyState>();
  #isExpiring = false;
  /** Rows whose delete is done; they go with the next transaction. */
  #expired: Expiry[] = [];

  constructor(
    options: LmdbStoreOptions & { readonly clock: StoreClock },
    parts: { readonly tables: LmdbTables; readonly unlock: () => void },
  ) {
    super();
    const { historyMs = 5 * 60_000, historyBytes = 256 * 1024 * 1024 } = options;
    this.#tables = parts.tables;
    this.#clock = options.clock;
    this.#history = new HistoryClock({ historyMs, historyBytes });
    this.#room = new DiskRoom({
      directory: options.directory,
      reserveBytes: options.reserveBytes ?? 32 * 1024 * 1024,
      reusableBytes: () => parts.tables.measureFreeBytes(),
    });
    this.#index = new KeyIndex(parts.tables);
    this.#state = parts.tables.readState() ?? emptyState;
    this.#readUnindexed();
    this.backend = this.#createBackend(parts.unlock);
    this.#stopUpkeep = this.#clock.every(upkeepIntervalMs, () => this.#upkeep());
  }

  /** Copies the store as it is at one moment into an empty or new directory, while writes go on. */
  async backup(directory: string): Promise<void> {
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      if (readdirSync(directory).length > 0) {
        throw new StoreError("no-access", `The directory ${directory} is not empty: name one that is.`);
      }
      writeFileSync(join(directory, formatFile), `kiln store format ${formatVersion}\n`, { mode: 0o600, flush: true });
      await this.#tables.copyTo(directory);
      chmodSync(join(directory, dataFile), 0o600);
    } catch (error) {
      throw explainAccess(error, directory);
    }
  }

  #createBackend(unlock: () => void): EmbeddedBackend {
    const source = { tables: this.#tables, index: this.#index, recent: new RecentValues(recentBytes) };
    const { revision } = this.#state;
    return {
      hub: new WatchHub({ after: revision, replay: (prefix, after) => this.#replay(prefix, after) }),
      queue: new CommitQueue({
        revision,
        lookup: (key) => this.#lookup(key),
        admit: () => this.#room.check(),
        persist: (writes) => this.#persist(writes),
        committed: (batch) => this.#commit(batch),
        schedule: setImmediate,
      }),
      compactedRevision: () => this.#state.compacted,
      getAll: (keys, at) => readVersions(source, keys, at),
      slices: (options) => readSlices(source, options),
      count: (options) => countVersions(source, options),
      compact: (at) => this.#compact(at),
      release: async () => {
        this.#stopUpkeep();
        await this.#tables.close();
        unlock();
      },
    };
  }

  /** The index table lags behind the log; the rest of it is in the log. */
  #readUnindexed(): void {
    for (let revision = this.#state.indexed + 1; revision <= this.#state.revision; revision++) {
      const head = this.#tables.readRecordHead(revision);
      if (head !== undefined) this.#index.add(head.key, { revision, isDeleted: head.type === "delete" });
    }
  }

  #lookup(key: string): KeyState | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const state = this.#index.get(key);
    if (state === undefined || state.isDeleted) return state && { revision: state.revision };
    const entry = this.#tables.readRecord(state.revision)?.entry;
    if (entry === undefined) {
      throw new StoreError("corrupt", `The value of ${key} is missing: restore the directory from a backup.`);
    }
    const found = { revision: state.revision, entry };
    if (this.#recent.size === recentLimit) this.#recent.clear();
    this.#recent.set(key, found);
    return found;
  }

  async #persist(writes: readonly PreparedWrite[]): Promise<void> {
    if (this.#broken !== undefined) {
      throw new StoreError("unavailable", "Nothing is written since a write failed: restart.", { cause: this.#broken });
    }
    this.#room.look();
    const before = this.#state;
    const sweep = planSweep(this.#tables, before.swept, Math.min(before.compacted, before.indexed));
    const step = this.#index.nextStep(before, writes.length);
    const expired = this.#expired.slice();
    const after = nextState(before, { writes, sweep, step });
    try {
      await this.#tables.write((writer) => {
        // Before the index rows: a sweep may remove the row of a deleted key that has been made again.
        sweep?.fill(writer);
        for (const { key, state } of step?.rows ?? []) writer.putIndex(key, state);
        for (const expiry of expired) writer.removeExpiry(expiry);
        for (const write of writes) this.#put(writer, write);
        writer.putState(after);
      });
    } catch (error) {
      this.#recover(error);
      throw error;
    }
    this.#state = { ...after, compacted: this.#state.compacted };
    this.#expired = this.#expired.slice(expired.length);
    if (step !== undefined) this.#index.finishStep(step);
    if (sweep !== undefined || step !== undefined || after.compacted < this.#state.compacted) this.backend.queue.poke();
  }

  #put(writer: TableWriter, { event, chain, ttlSeconds }: PreparedWrite): void {
    const { key, type, value, revision } = event;
    writer.putRecord(revision, { type, chain, key, value });
    if (ttlSeconds === undefined) return;
    writer.putExpiry({ atMs: this.#clock.now() + Math.ceil(ttlSeconds * 1000), revision, key });
  }

  #commit(batch: EventBatch): void {
    for (const { key, revision, type } of batch.events) {
      this.#index.add(key, { revision, isDeleted: type === "delete" });
      this.#recent.delete(key);
    }
    this.announce(batch);
  }

  #recover(error: unknown): void {
    this.#index.abandonCheckpoint();
    if (isStoreError(error, "no-space")) {
      // History is what can be given up; the removal itself needs little room.
      this.#state = { ...this.#state, compacted: this.#state.revision };
    } else if (isStoreError(error)) {
      this.#broken = error;
    }
  }

  #replay(prefix: string, after: Revision): EventBatch {
    if (after < this.#state.compacted) {
      throw new StoreError("compacted", `Events after revision ${after} are no longer kept: start from a fresh range.`);
    }
    const last = Math.min(this.#state.revision, after + replayLimit);
    const events: StoreEvent[] = [];
    let revision = after;
    for (let bytes = 0; revision < last && bytes < replayBytes; ) {
      revision += 1;
      const head = this.#tables.readRecordHead(revision)!;
      if (!head.key.startsWith(prefix)) continue;
      const event = this.#toEvent(this.#tables.readRecord(revision)!);
      events.push(event);
      bytes += eventBytes(event);
    }
    return { events, revision };
  }

  #toEvent({ type, chain, entry }: LogRecord): StoreEvent {
    const { key, value, revision } = entry;
    const previous = type === "create" ? undefined : this.#tables.readRecord(chain)?.entry;
    return { type, key, revision, ...(type !== "delete" && { value }), ...(previous && { previous }) };
  }

  async #compact(revision: Revision): Promise<void> {
    this.#state = { ...this.#state, compacted: Math.max(this.#state.compacted, revision) };
    await this.backend.queue.flush();
  }

  #upkeep(): void {
    const atMs = this.#clock.now();
    void this.#expire(atMs);
    const { revision, compacted, historyBytes } = this.#state;
    const due = this.#history.dueRevision({ atMs, revision, compacted, historyBytes });
    if (due > compacted) this.#state = { ...this.#state, compacted: due };
    if (this.#state.swept < this.#state.compacted) this.backend.queue.poke();
  }

  /** An expiry row goes only after the delete it asks for, so that a crash in between loses neither. */
  async #expire(atMs: number): Promise<void> {
    if (this.#isExpiring) return;
    const rows = this.#tables.scanExpiries(atMs, expiryLimit);
    if (rows.length === 0) return;
    this.#isExpiring = true;
    const answers = await Promise.allSettled(rows.map(({ key, revision }) => this.delete(key, { revision })));
    // A lost compare means that the key was deleted, or written again with another time to live or none.
    this.#expired.push(...rows.filter((_, i) => answers[i]!.status === "fulfilled" || isLostCompare(answers[i]!)));
    await this.backend.queue.flush();
    this.#isExpiring = false;
  }
}

function isLostCompare(answer: PromiseSettledResult<unknown>): boolean {
  if (answer.status === "fulfilled") return false;
  return isStoreError(answer.reason, "key-not-found") || isStoreError(answer.reason, "revision-mismatch");
}

interface Transaction {
  readonly writes: readonly PreparedWrite[];
  readonly sweep: SweepStep | undefined;
  readonly step: IndexStep | undefined;
}

function nextState(before: StoreState, { writes, sweep, step }: Transaction): StoreState {
  let replacedBytes = 0;
  for (const { event, chain } of writes) {
    if (chain !== 0) replacedBytes += recordSize(event.key.length, event.previous?.value.length);
  }
  return {
    revision: writes.at(-1)?.event.revision ?? before.revision,
    compacted: before.compacted,
    swept: sweep?.swept ?? before.swept,
    indexed: step?.indexedUpTo ?? before.indexed,
    historyBytes: Math.max(0, before.historyBytes + replacedBytes - (sweep?.freedBytes ?? 0)),
  };
}
