import { type CowTree, createTree, treeDelete, treeGet, treeSet } from "../cow-tree.ts";
import { eventBytes } from "../event-ring.ts";
import type { Entry, EventBatch, Revision, StoreEvent, Watch, WatchOptions } from "../store.ts";
import type { StoreClock } from "../store-clock.ts";
import { StoreError } from "../store-error.ts";
import { type Replay, WatchHub } from "../watch-hub.ts";
import { diffTrees } from "./diff-trees.ts";

/** A write as etcd's watch delivers it. Without a value it is a delete. */
export interface MirrorChange {
  readonly key: string;
  readonly revision: Revision;
  readonly value?: Uint8Array;
}

export interface MirrorOptions {
  readonly clock: StoreClock;
  /** How long and how much history is kept for reads and watches at earlier revisions. */
  readonly historyMs: number;
  readonly historyBytes: number;
}

/** State of the store at one revision; `events` are the difference to the previous version. */
interface Version {
  readonly revision: Revision;
  readonly tree: CowTree<Entry>;
  readonly events: readonly StoreEvent[];
  readonly bytes: number;
  readonly atMs: number;
}

interface Waiter {
  readonly revision: Revision;
  readonly settle: (isReached: boolean) => void;
}

/** Memory of a version besides its events: the copied path of the tree. */
const versionBytes = 1500;
const replayLimit = 1000;
const trimIntervalMs = 1000;

/** Copy of the store's keys in etcd, kept up to date by a watch. Every read at a kept revision is answered from it. */
export class Mirror {
  readonly #options: MirrorOptions;
  readonly #listeners = new Set<(batch: EventBatch) => void>();
  readonly #waiters = new Set<Waiter>();
  readonly #stopTrimming: () => void;
  #hub: WatchHub;
  /** Oldest readable version of the mirror; `#versions` has all later ones. */
  #base: Pick<Version, "revision" | "tree"> = { revision: 0, tree: createTree() };
  #versions: Version[] = [];
  #historyBytes = 0;
  #revision: Revision = 0;

  constructor(options: MirrorOptions) {
    this.#options = options;
    this.#hub = this.#createHub(0);
    this.#stopTrimming = options.clock.every(trimIntervalMs, () => this.#trim());
  }

  get revision(): Revision {
    return this.#revision;
  }

  /** Oldest revision of which the mirror answers reads; it also answers watches after it. */
  get oldestRevision(): Revision {
    return this.#base.revision;
  }

  get tree(): CowTree<Entry> {
    return this.#versions.at(-1)?.tree ?? this.#base.tree;
  }

  /** The tree as it was; the caller has checked that the revision is kept and has been reached. */
  treeAt(revision: Revision): CowTree<Entry> {
    return this.#versions[this.#indexAfter(revision) - 1]?.tree ?? this.#base.tree;
  }

  /** Write that replaced the given revision of the key, if it is still kept. */
  findSuccessor(key: string, revision: Revision): StoreEvent | undefined {
    for (let i = this.#indexAfter(revision); i < this.#versions.length; i++) {
      for (const event of this.#versions[i]!.events) {
        if (event.key === key && event.previous?.revision === revision) return event;
      }
    }
    return undefined;
  }

  /**
   * Applies the events of the watch in order: listeners first, then watchers, then waiting reads. Events not newer than
   * the mirror are skipped: a resumed watch repeats some.
   */
  apply(changes: readonly MirrorChange[], revision: Revision): void {
    if (revision <= this.#revision) return;
    const events: StoreEvent[] = [];
    let tree = this.tree;
    for (const change of changes) {
      if (change.revision <= this.#revision) continue;
      const event = toEvent(change, treeGet(tree, change.key));
      if (event === undefined) continue;
      tree = applyEvent(tree, event);
      events.push(event);
      const isLast = changes.at(-1) === change;
      this.#keep(event, tree, isLast);
    }
    this.#publish({ events, revision });
  }

  /**
   * Replaces all state. If revisions are missing in between, watches end with `compacted`, and listeners get the
   * difference as new writes: they cannot start over.
   */
  reset(tree: CowTree<Entry>, revision: Revision): void {
    const events = this.#revision === 0 ? [] : diffTrees(this.tree, tree, revision);
    this.#hub.close(() => compacted(this.#revision));
    this.#hub = this.#createHub(revision);
    this.#base = { revision, tree };
    this.#versions = [];
    this.#historyBytes = 0;
    this.#revision = revision;
    if (events.length > 0) this.#tell({ events, revision });
    this.#wake();
  }

  /** The caller has checked that `after` is kept and has been reached. */
  watch(options: WatchOptions): Watch {
    return this.#hub.watch(options);
  }

  onCommit(listener: (batch: EventBatch) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether the mirror got to the revision in time. */
  waitFor(revision: Revision, timeoutMs: number): Promise<boolean> {
    if (revision <= this.#revision) return Promise.resolve(true);
    return new Promise((resolve) => {
      const settle = (isReached: boolean) => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        resolve(isReached);
      };
      const waiter: Waiter = { revision, settle };
      const timer = setTimeout(() => settle(false), Math.max(0, timeoutMs));
      this.#waiters.add(waiter);
    });
  }

  /** Drops the history before this revision. */
  forget(revision: Revision): void {
    if (revision <= this.#base.revision || revision > this.#revision) return;
    this.#cut(this.#indexAfter(revision), revision);
  }

  /** Ends every watch and every wait. */
  close(error: StoreError): void {
    this.#stopTrimming();
    this.#hub.close(() => error);
    for (const waiter of [...this.#waiters]) waiter.settle(false);
  }

  #createHub(after: Revision): WatchHub {
    return new WatchHub({ after, replay: (prefix, from) => this.#replay(prefix, from) });
  }

  #keep(event: StoreEvent, tree: CowTree<Entry>, isLast: boolean): void {
    const last = this.#versions.at(-1);
    const bytes = versionBytes + eventBytes(event);
    const atMs = this.#options.clock.now();
    // Other programs may write several keys at one revision; a version contains all of them.
    const isSame = last?.revision === event.revision;
    const events = isSame ? [...last.events, event] : [event];
    const version = { revision: event.revision, tree, events, bytes: isSame ? last.bytes + bytes : bytes, atMs };
    if (isSame) this.#versions[this.#versions.length - 1] = version;
    else this.#versions.push(version);
    this.#historyBytes += bytes;
    if (isLast && this.#historyBytes > this.#options.historyBytes) this.#trim();
  }

  #publish(batch: EventBatch): void {
    this.#revision = batch.revision;
    if (batch.events.length > 0) {
      this.#tell(batch);
      this.#hub.publish(batch);
    } else {
      this.#hub.advance(batch.revision);
    }
    this.#wake();
  }

  #tell(batch: EventBatch): void {
    for (const listener of this.#listeners) {
      try {
        listener(batch);
      } catch (error) {
        // A listener that throws is a bug: rethrown outside, where it is reported without failing other listeners or
        // writers.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  #wake(): void {
    for (const waiter of this.#waiters) if (waiter.revision <= this.#revision) waiter.settle(true);
  }

  #replay: Replay = (prefix, after) => {
    if (after < this.#base.revision) throw compacted(after);
    const events: StoreEvent[] = [];
    let revision = after;
    for (let i = this.#indexAfter(after); i < this.#versions.length; i++) {
      const version = this.#versions[i]!;
      if (events.length >= replayLimit) return { events, revision };
      for (const event of version.events) if (event.key.startsWith(prefix)) events.push(event);
      revision = version.revision;
    }
    return { events, revision: this.#revision };
  };

  /** The index of the first version later than the revision. */
  #indexAfter(revision: Revision): number {
    let low = 0;
    let high = this.#versions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#versions[middle]!.revision <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Cuts to three quarters of the bytes, so that the cost of moving the rest is shared by many writes. */
  #trim(): void {
    const { clock, historyMs, historyBytes } = this.#options;
    const oldest = clock.now() - historyMs;
    const isOver = this.#historyBytes > historyBytes;
    let bytes = this.#historyBytes;
    let cut = 0;
    for (const version of this.#versions) {
      if (version.atMs > oldest && !(isOver && bytes > historyBytes * 0.75)) break;
      bytes -= version.bytes;
      cut += 1;
    }
    if (cut > 0) this.#cut(cut, this.#versions[cut - 1]!.revision);
  }

  #cut(count: number, revision: Revision): void {
    this.#base = { revision, tree: this.#versions[count - 1]?.tree ?? this.#base.tree };
    for (const version of this.#versions.splice(0, count)) this.#historyBytes -= version.bytes;
  }
}

/** Error of a read or a watch before the oldest kept revision. */
export function compacted(revision: Revision): StoreError {
  return new StoreError("compacted", `Revision ${revision} is no longer kept: start from a fresh range.`);
}

function toEvent(change: MirrorChange, previous: Entry | undefined): StoreEvent | undefined {
  const { key, revision, value } = change;
  if (value === undefined) return previous && { type: "delete", key, revision, previous };
  return previous === undefined
    ? { type: "create", key, revision, value }
    : { type: "replace", key, revision, value, previous };
}

function applyEvent(tree: CowTree<Entry>, { key, revision, value }: StoreEvent): CowTree<Entry> {
  return value === undefined ? treeDelete(tree, key) : treeSet(tree, key, { key, value, revision });
}
