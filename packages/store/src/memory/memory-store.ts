import { CommitQueue, type PreparedWrite } from "../commit-queue.ts";
import {
  type CowTree,
  createTree,
  treeDelete,
  treeEntries,
  treeFromSorted,
  treeGet,
  treeGetAll,
  treeSelect,
  treeSet,
} from "../cow-tree.ts";
import { type EmbeddedBackend, EmbeddedStore } from "../embedded-store.ts";
import { eventBytes } from "../event-ring.ts";
import { compareKeys } from "../key-order.ts";
import type { SelectingStore, Selection } from "../selection.ts";
import type { Entry, EventBatch, Revision, StoreEvent } from "../store.ts";
import { createStoreClock, type StoreClock } from "../store-clock.ts";
import { StoreError } from "../store-error.ts";
import { countTree, sliceTree } from "../tree-range.ts";
import { WatchHub } from "../watch-hub.ts";
import { yieldTurn } from "../yield-turn.ts";

export interface MemoryStoreOptions {
  readonly clock?: StoreClock;
  /** How long and how much history is kept for reads and watches at earlier revisions. */
  readonly historyMs?: number;
  readonly historyBytes?: number;
}

/** All keys at one revision. `expiries` orders the keys with a time to live by when it ends. */
interface Snapshot {
  readonly entries: CowTree<Entry>;
  readonly expiries: CowTree<Entry>;
}

/** State of a store at `revision`. Shares everything with the store and never changes; holding it needs no closing. */
export interface MemorySnapshot extends Snapshot {
  readonly revision: Revision;
}

interface Commit {
  readonly event: StoreEvent;
  readonly after: Snapshot;
  readonly atMs: number;
}

export const emptySnapshot: MemorySnapshot = { entries: createTree(), expiries: createTree(), revision: 0 };

/** Snapshot of entries in any order, one per key, at the newest of their revisions. */
export function snapshotFromEntries(entries: readonly Entry[]): MemorySnapshot {
  const sorted = [...entries].sort((a, b) => compareKeys(a.key, b.key));
  const tree = treeFromSorted(
    sorted.map(({ key }) => key),
    sorted,
  );
  const revision = entries.reduce((newest, entry) => Math.max(newest, entry.revision), 0);
  return { entries: tree, expiries: createTree(), revision };
}

const replayLimit = 1000;
const upkeepIntervalMs = 1000;

/** The reference store: the whole contract but durability. Runs wherever JavaScript does. */
export class MemoryStore extends EmbeddedStore implements SelectingStore {
  readonly #options: Required<MemoryStoreOptions>;
  readonly #stopUpkeep: () => void;
  protected readonly backend: EmbeddedBackend;
  /** The snapshot at `#compacted`, and every commit since: an earlier state is a tree that was kept. */
  #base: Snapshot;
  #compacted: Revision;
  #commits: Commit[] = [];
  #historyBytes = 0;

  /** Starts with the state and revision of `origin`, or empty at 0. Copies nothing; history begins here. */
  constructor(options: MemoryStoreOptions = {}, origin: MemorySnapshot = emptySnapshot) {
    super();
    const { clock = createStoreClock(), historyMs = 5 * 60_000, historyBytes = 64 * 1024 * 1024 } = options;
    this.#options = { clock, historyMs, historyBytes };
    this.#base = origin;
    this.#compacted = origin.revision;
    this.backend = this.#createBackend();
    this.#stopUpkeep = clock.every(upkeepIntervalMs, () => this.#upkeep());
  }

  /** Everything that is committed, in constant time; queued writes are not in it. */
  snapshot(): MemorySnapshot {
    const { entries, expiries } = this.#at(this.revision);
    return { entries, expiries, revision: this.revision };
  }

  /** An independent store with the same keys, values and revision, based on {@link snapshot}. */
  fork(): MemoryStore {
    return new MemoryStore(this.#options, this.snapshot());
  }

  select<T>(selection: Selection<T>, take: (result: T) => void): Promise<void> | undefined {
    this.checkOpen();
    const pause = async () => {
      await yieldTurn();
      this.checkOpen();
    };
    return treeSelect(this.#head().entries, selection, { take, pause });
  }

  #createBackend(): EmbeddedBackend {
    const hub = new WatchHub({ after: this.#compacted, replay: (prefix, after) => this.#replay(prefix, after) });
    const queue = new CommitQueue({
      revision: this.#compacted,
      lookup: (key) => {
        const entry = treeGet(this.#head().entries, key);
        return entry && { revision: entry.revision, entry };
      },
      persist: async (writes) => this.#apply(writes),
      committed: (batch) => this.announce(batch),
      // Browsers refuse to call queueMicrotask as a method of another object.
      schedule: (run) => queueMicrotask(run),
    });
    return {
      queue,
      hub,
      compactedRevision: () => this.#compacted,
      getAll: (keys, { revision }) => treeGetAll(this.#at(revision).entries, keys),
      slices: (options) => sliceTree(this.#at(options.revision).entries, options),
      count: async (options) => countTree(this.#at(options.revision).entries, options),
      compact: async (revision) => this.#compact(revision),
      release: async () => this.#stopUpkeep(),
    };
  }

  #head(): Snapshot {
    return this.#commits.at(-1)?.after ?? this.#base;
  }

  /** Revisions have no gaps here, so a commit is found by counting. */
  #at(revision: Revision): Snapshot {
    return revision === this.#compacted ? this.#base : this.#commits[revision - this.#compacted - 1]!.after;
  }

  #apply(writes: readonly PreparedWrite[]): void {
    const atMs = this.#options.clock.now();
    for (const write of writes) {
      const after = applyWrite(this.#head(), write, atMs);
      this.#commits.push({ event: write.event, after, atMs });
      this.#historyBytes += eventBytes(write.event);
    }
  }

  #replay(prefix: string, after: Revision): EventBatch {
    if (after < this.#compacted) {
      throw new StoreError("compacted", `Events after revision ${after} are no longer kept: start from a fresh range.`);
    }
    const part = this.#commits.slice(after - this.#compacted, after - this.#compacted + replayLimit);
    const events = part.map(({ event }) => event).filter(({ key }) => key.startsWith(prefix));
    return { events, revision: after + part.length };
  }

  #compact(revision: Revision): void {
    const cut = revision - this.#compacted;
    this.#base = this.#at(revision);
    this.#compacted = revision;
    for (const { event } of this.#commits.splice(0, cut)) this.#historyBytes -= eventBytes(event);
  }

  #upkeep(): void {
    const now = this.#options.clock.now();
    for (const [due, entry] of treeEntries(this.#head().expiries)) {
      if (due >= expiryKey(now + 1, "")) break;
      // A failed compare means that the key was written again: it has another time to live, or none.
      this.delete(entry.key, { revision: entry.revision }).catch(() => undefined);
    }
    let bytes = this.#historyBytes;
    let cut = 0;
    for (const { event, atMs } of this.#commits) {
      if (atMs > now - this.#options.historyMs && bytes <= this.#options.historyBytes) break;
      bytes -= eventBytes(event);
      cut += 1;
    }
    if (cut > 0) this.#compact(Math.min(this.#compacted + cut, this.revision));
  }
}

function applyWrite(before: Snapshot, { event, ttlSeconds }: PreparedWrite, atMs: number): Snapshot {
  const { key, value, revision } = event;
  const expiries = dropExpiry(before.expiries, treeGet(before.entries, key));
  if (value === undefined) return { entries: treeDelete(before.entries, key), expiries };
  if (ttlSeconds === undefined) return { entries: treeSet(before.entries, key, { key, value, revision }), expiries };
  const expiresAtMs = atMs + ttlSeconds * 1000;
  const entry: ExpiringEntry = { key, value, revision, expiresAtMs };
  return {
    entries: treeSet<Entry>(before.entries, key, entry),
    expiries: treeSet<Entry>(expiries, expiryKey(expiresAtMs, key), entry),
  };
}

interface ExpiringEntry extends Entry {
  readonly expiresAtMs: number;
}

function dropExpiry(expiries: CowTree<Entry>, entry: Entry | undefined): CowTree<Entry> {
  if (entry === undefined || !("expiresAtMs" in entry)) return expiries;
  return treeDelete(expiries, expiryKey((entry as ExpiringEntry).expiresAtMs, entry.key));
}

/** Sorts by time first: milliseconds have fewer than 16 digits for the next 280,000 years. */
function expiryKey(atMs: number, key: string): string {
  return `${String(atMs).padStart(16, "0")}${key}`;
}
