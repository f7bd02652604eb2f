import { join } from "node:path";
import { CommitQueue, type KeyState } from "../commit-queue.ts";
import { lockDirectory } from "../directory-lock.ts";
import { type EmbeddedBackend, EmbeddedStore } from "../embedded-store.ts";
import type { EventBatch, Revision } from "../store.ts";
import { createStoreClock, type StoreClock } from "../store-clock.ts";
import { isStoreError } from "../store-error.ts";
import type { UnreadableListener } from "../unreadable.ts";
import { WatchHub } from "../watch-hub.ts";
import { HistoryClock } from "./compact.ts";
import { corrupt } from "./corrupt.ts";
import { DiskRoom, minReserveBytes } from "./disk-room.ts";
import type { FollowedStore } from "./followed-store.ts";
import { type Journal, type LoggedWrite, openJournal } from "./journal.ts";
import type { KeyCounts } from "./key-counts.ts";
import { KeyIndex } from "./key-index.ts";
import { dataFile, emptyState, journalFile, type StoreState } from "./layout.ts";
import { type Expiry, LmdbTables } from "./lmdb-tables.ts";
import { explainAccess, prepareDirectory, writeFormat } from "./prepare-directory.ts";
import { type EventSource, readKeyState, readUnindexed, replayEvents, reportOnce } from "./read-events.ts";
import { readJournal } from "./read-journal.ts";
import { countVersions, createKeyCounts, readSlices, readVersions } from "./read-versions.ts";
import { RecentValues } from "./recent-values.ts";
import { syncPath } from "./sync-path.ts";
import { WriteLog } from "./write-log.ts";

export interface LmdbStoreOptions {
  readonly directory: string;
  readonly clock?: StoreClock;
  /** How long and how much history is kept for reads and watches at earlier revisions. */
  readonly historyMs?: number;
  readonly historyBytes?: number;
  /** Address space to reserve, neither memory nor disk. Data that outgrows it needs a second map. */
  readonly mapSizeBytes?: number;
  /**
   * Refuse writes that add data when the disk has less free space than this; deletes still work. Default: by the size
   * of the disk.
   */
  readonly reserveBytes?: number;
  /** Whether a value can be decoded; called for values of older formats, which have no checksum. */
  readonly isReadable?: (value: Uint8Array) => boolean;
  readonly onUnreadable?: UnreadableListener;
  /** For tests: answers a write before it is durable. */
  readonly unsafeNoSync?: boolean;
}

const upkeepIntervalMs = 1000;
const expiryLimit = 2000;
const recentLimit = 512;
/** Same size as the ring of newest events. */
const recentBytes = 16 * 1024 * 1024;
/** A value is verified when first read, and again when read this long after. */
export const reverifyMs = 60_000;
/**
 * Opens the directory, creating it if needed, for this process alone. Throws `locked`, `no-access`, `newer-format` or
 * `corrupt` with the next step in the message, and then nothing has changed.
 */
export async function openLmdbStore(options: LmdbStoreOptions): Promise<LmdbStore> {
  const { directory, clock = createStoreClock() } = options;
  prepareDirectory(directory);
  let unlock: () => void;
  try {
    unlock = lockDirectory(directory, clock);
  } catch (error) {
    throw explainAccess(error, directory);
  }
  try {
    const files = await openFiles(options);
    try {
      return new LmdbStore({ ...options, clock }, { ...files, unlock });
    } catch (error) {
      await closeFiles(files);
      throw error;
    }
  } catch (error) {
    unlock();
    throw explainOpen(error, directory);
  }
}

async function openFiles({
  directory,
  mapSizeBytes = 64 * 2 ** 30,
  unsafeNoSync,
  isReadable,
}: LmdbStoreOptions): Promise<OpenFiles> {
  const pending = new Map<Revision, LoggedWrite>();
  const isDurable = unsafeNoSync !== true;
  const tables = new LmdbTables({ directory, mapSizeBytes, isDurable, pending, isReadable });
  try {
    const state = tables.readState() ?? emptyState;
    for (const write of readJournal(directory, state)) pending.set(write.revision, write);
    const revision = state.revision + pending.size;
    const journal = isDurable ? await openDurably(directory, revision) : undefined;
    return { tables, journal, pending, revision, state: await nameJournalIn(tables, state, journal) };
  } catch (error) {
    await tables.close();
    throw error;
  }
}

/** Syncs data that an earlier process wrote without fsync, before new writes depend on it. */
async function openDurably(directory: string, revision: Revision): Promise<Journal> {
  const journal = await openJournal(directory, { newest: revision });
  try {
    for (const name of [dataFile, journalFile, "."]) syncPath(join(directory, name));
    // Written before the first batch in the journal: a Kiln of an older format would ignore the journal.
    writeFormat(directory);
    return journal;
  } catch (error) {
    journal.close();
    throw error;
  }
}

/** Stores the id of the journal in the tables: a missing or erased journal is then noticed at the next start. */
async function nameJournalIn(tables: LmdbTables, state: StoreState, journal: Journal | undefined): Promise<StoreState> {
  if (journal === undefined || journal.id === state.journalId) return state;
  const named = { ...state, journalId: journal.id };
  await tables.write((writer) => writer.putState(named));
  return named;
}

async function closeFiles({ tables, journal }: Pick<OpenFiles, "tables" | "journal">): Promise<void> {
  await tables.close();
  journal?.close();
}

interface OpenFiles {
  readonly tables: LmdbTables;
  /** Journal of the store; absent if writes need not be durable. */
  readonly journal: Journal | undefined;
  readonly state: StoreState;
  /** Writes of the journal that the tables do not contain. */
  readonly pending: Map<Revision, LoggedWrite>;
  /** Newest revision of tables and journal. */
  readonly revision: Revision;
}

/** Error numbers of the operating system, as lmdb reports them. */
const systemCodes: Readonly<Record<number, string>> = { 1: "EPERM", 13: "EACCES", 28: "ENOSPC", 30: "EROFS" };

function explainOpen(error: unknown, directory: string): unknown {
  if (isStoreError(error)) return error;
  const { code: given } = error as { readonly code?: unknown };
  if (typeof given === "string") return explainAccess(error, directory);
  const code = systemCodes[Number(given)];
  if (code !== undefined) return explainAccess(Object.assign(new Error(code, { cause: error }), { code }), directory);
  return corrupt(`The data in ${directory} cannot be read (${String(error)})`, error);
}

/** The embedded store. Made by {@link openLmdbStore}. */
export class LmdbStore extends EmbeddedStore {
  readonly #tables: LmdbTables;
  readonly #index: KeyIndex;
  readonly #counts: KeyCounts;
  readonly #log: WriteLog;
  readonly #clock: StoreClock;
  readonly #history: HistoryClock;
  readonly #stopUpkeep: () => void;
  protected readonly backend: EmbeddedBackend;
  /** Keys that writers have looked up and not written since: a write reuses the result of its peek. */
  readonly #recent = new Map<string, KeyState>();
  readonly #onUnreadable: UnreadableListener;
  readonly #events: EventSource;
  readonly #directory: string;
  #isExpiring = false;
  #verifiedSinceMs: number;

  constructor(
    options: LmdbStoreOptions & { readonly clock: StoreClock },
    files: OpenFiles & { readonly unlock: () => void },
  ) {
    super();
    const { directory, clock, historyMs = 5 * 60_000, historyBytes = 256 * 1024 * 1024 } = options;
    const { tables } = files;
    const room = new DiskRoom({
      directory,
      reserveBytes: options.reserveBytes,
      reusableBytes: () => tables.measureFreeBytes(),
    });
    this.#directory = directory;
    this.#tables = tables;
    this.#clock = clock;
    this.#verifiedSinceMs = clock.now();
    this.#onUnreadable = reportOnce(options.onUnreadable ?? (() => {}));
    this.#history = new HistoryClock({ historyMs, historyBytes });
    this.#index = new KeyIndex(tables, files.state.indexed);
    this.#events = { tables, index: this.#index, onUnreadable: this.#onUnreadable };
    readUnindexed(this.#events, files.state.indexed, files.revision);
    this.#log = new WriteLog({ ...files, index: this.#index, room, clock });
    const { revision } = files;
    this.#counts = createKeyCounts(this.#events, { revision, compactedRevision: () => this.#log.compacted });
    this.backend = this.#createBackend(files, room);
    this.#log.drainSoon();
    this.#stopUpkeep = clock.every(upkeepIntervalMs, () => this.#upkeep());
  }

  #createBackend(
    { revision, journal, unlock }: OpenFiles & { readonly unlock: () => void },
    room: DiskRoom,
  ): EmbeddedBackend {
    const log = this.#log;
    const recent = new RecentValues(recentBytes);
    const source = { ...this.#events, counts: this.#counts, recent };
    return {
      hub: new WatchHub({
        after: revision,
        replay: (prefix, after) =>
          replayEvents(this.#events, prefix, { after, head: this.revision, compacted: log.compacted }),
      }),
      queue: new CommitQueue({
        revision,
        lookup: (key) => this.#lookup(key),
        admit: () => room.check(),
        persist: (writes) => this.#log.write(writes),
        committed: (batch) => this.#commit(batch),
        schedule: setImmediate,
        // A batch must fit into the reserve.
        maxBatchBytes: minReserveBytes / 4,
      }),
      checkHealth() {
        log.checkBroken();
        room.look();
        room.check();
      },
      compactedRevision: () => this.#log.compacted,
      getAll: (keys, at) => readVersions(source, keys, at),
      slices: (options) => readSlices(source, options),
      count: (options) => countVersions(source, options),
      compact: (at) => this.#compact(at),
      release: async () => {
        this.#stopUpkeep();
        await this.#log.close();
        await closeFiles({ tables: this.#tables, journal });
        unlock();
      },
    };
  }

  #lookup(key: string): KeyState | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const found = readKeyState(this.#events, key);
    if (found?.entry === undefined && found?.unreadable === undefined) return found;
    if (this.#recent.size === recentLimit) this.#recent.clear();
    this.#recent.set(key, found);
    return found;
  }

  #commit(batch: EventBatch): void {
    for (const event of batch.events) {
      const { key, revision, type } = event;
      this.#index.add(key, { revision, isDeleted: type === "delete" });
      this.#counts.add(event);
      this.#recent.delete(key);
    }
    this.announce(batch);
  }

  /** Parts of the store that worker processes use through `hostFollowers`. */
  get followed(): FollowedStore {
    return {
      directory: this.#directory,
      log: this.#log,
      submit: (request) => this.backend.queue.submit(request),
      checkHealth: () => this.checkHealth(),
      compact: (revision) => this.compact(revision),
    };
  }

  async #compact(revision: Revision): Promise<void> {
    this.#log.compact(revision);
    await this.#log.drain();
  }

  #upkeep(): void {
    const atMs = this.#clock.now();
    const { compacted, historyBytes } = this.#log;
    this.#log.compact(this.#history.dueRevision({ atMs, revision: this.revision, compacted, historyBytes }));
    this.#log.drainSoon();
    if (atMs - this.#verifiedSinceMs >= reverifyMs) {
      this.#verifiedSinceMs = atMs;
      this.#tables.forgetVerified();
    }
    void this.#expire(atMs);
  }

  /**
   * Keys whose time to live has ended; empty if the table of expiries is damaged, because objects are served all the
   * same.
   */
  #scanExpiries(atMs: number): readonly Expiry[] {
    try {
      return this.#tables.scanExpiries(atMs, expiryLimit);
    } catch (error) {
      if (!isStoreError(error)) throw error;
      this.#onUnreadable(error);
      return [];
    }
  }

  /** An expiry row is removed after the delete it causes, so that a crash in between loses neither. */
  async #expire(atMs: number): Promise<void> {
    if (this.#isExpiring) return;
    this.#isExpiring = true;
    // Writes that are only in the journal may have expired as well.
    await this.#log.settled();
    const rows = this.#scanExpiries(atMs);
    const answers = await Promise.allSettled(rows.map(({ key, revision }) => this.delete(key, { revision })));
    // A failed compare means that the key was deleted, or written again with another time to live or none.
    const isOver = (_: Expiry, i: number) => answers[i]!.status === "fulfilled" || isLostCompare(answers[i]!);
    this.#log.removeExpiries(rows.filter(isOver));
    this.#log.drainSoon();
    this.#isExpiring = false;
  }
}

function isLostCompare(answer: PromiseSettledResult<unknown>): boolean {
  if (answer.status === "fulfilled") return false;
  return isStoreError(answer.reason, "key-not-found") || isStoreError(answer.reason, "revision-mismatch");
}
