import { EventRing, type EventRingOptions } from "./event-ring.ts";
import type { EventBatch, Revision, StoreEvent, Watch, WatchOptions } from "./store.ts";
import { StoreError } from "./store-error.ts";
import { yieldTurn } from "./yield-turn.ts";

/**
 * Source for a watcher that is behind the ring: some events under the prefix after `after`, and the revision they reach
 * (later than `after`). Throws `compacted`.
 */
export type Replay = (prefix: string, after: Revision) => EventBatch;

export interface WatchHubOptions extends EventRingOptions {
  readonly replay: Replay;
}

/**
 * Delivers each event to every watcher of its prefix. A watcher is a cursor, never a queue: unread events are in the
 * ring, shared by all, or in the log, where `replay` finds them.
 */
export class WatchHub {
  readonly #ring: EventRing;
  readonly #replay: Replay;
  readonly #waiting = new WaitingWatchers();
  readonly #watchers = new Set<HubWatch>();

  constructor(options: WatchHubOptions) {
    this.#ring = new EventRing(options);
    this.#replay = options.replay;
  }

  get head(): Revision {
    return this.#ring.head;
  }

  /** Batches come in order. Each waiting watcher gets its events of the batch, collected once per prefix. */
  publish(batch: EventBatch): void {
    this.#ring.append(batch);
    for (const [prefix, events] of this.#waiting.match(batch.events)) {
      const share: EventBatch = { events, revision: batch.revision };
      for (const watcher of this.#waiting.take(prefix)) watcher.deliver(share);
    }
  }

  /** Advances the revision without events. */
  advance(revision: Revision): void {
    if (revision > this.#ring.head) this.#ring.advance(revision);
  }

  /** The caller has checked that `after` is neither compacted nor in the future. */
  watch(options: WatchOptions): Watch {
    const watcher = new HubWatch(options, {
      read: (after) => this.#read(options.prefix, after),
      head: () => this.#ring.head,
      wait: (self) => this.#waiting.add(options.prefix, self),
      stopWaiting: (self) => this.#waiting.remove(options.prefix, self),
      leave: (self) => this.#watchers.delete(self),
    });
    this.#watchers.add(watcher);
    return watcher;
  }

  /** Ends every watch: its reader gets the error after the events already handed over. */
  close(createError: () => StoreError): void {
    // Most stores of forks have no watch when they close, and an error costs more than the rest: it has a stack.
    if (this.#watchers.size === 0) return;
    const error = createError();
    for (const watcher of [...this.#watchers]) watcher.fail(error);
  }

  #read(prefix: string, after: Revision): EventBatch {
    return after >= this.#ring.after ? this.#ring.read(prefix, after) : this.#replay(prefix, after);
  }
}

interface HubAccess {
  read(after: Revision): EventBatch;
  head(): Revision;
  wait(self: HubWatch): void;
  stopWaiting(self: HubWatch): void;
  leave(self: HubWatch): unknown;
}

class HubWatch implements Watch, AsyncIterator<EventBatch> {
  #cursor: Revision;
  #wantsProgress = false;
  #isDone = false;
  #error: StoreError | undefined;
  #resolve: ((result: IteratorResult<EventBatch>) => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;
  readonly #hub: HubAccess;

  constructor(options: WatchOptions, hub: HubAccess) {
    this.#cursor = options.after;
    this.#hub = hub;
  }

  [Symbol.asyncIterator](): AsyncIterator<EventBatch> {
    return this;
  }

  async next(): Promise<IteratorResult<EventBatch>> {
    while (!this.#isDone && this.#cursor < this.#hub.head()) {
      const batch = this.#hub.read(this.#cursor);
      this.#cursor = batch.revision;
      if (batch.events.length > 0) return { done: false, value: batch };
      // A long stretch of events without a match is read in several turns of the event loop.
      if (this.#cursor < this.#hub.head()) await yieldTurn();
    }
    if (this.#wantsProgress && !this.#isDone) return this.#progress();
    if (this.#error !== undefined) throw this.#error;
    if (this.#isDone) return { done: true, value: undefined };
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#hub.wait(this);
    });
  }

  async return(): Promise<IteratorResult<EventBatch>> {
    this.close();
    return { done: true, value: undefined };
  }

  requestProgress(): void {
    this.#wantsProgress = true;
    if (this.#resolve === undefined) return;
    this.#hub.stopWaiting(this);
    this.deliver({ events: [], revision: this.#hub.head() });
  }

  close(): void {
    this.#end();
    this.#resolve?.({ done: true, value: undefined });
  }

  /** Called only while this watch waits: then no event under its prefix has occurred since its cursor. */
  deliver(batch: EventBatch): void {
    const resolve = this.#resolve;
    this.#resolve = undefined;
    this.#reject = undefined;
    this.#cursor = batch.revision;
    this.#wantsProgress = false;
    resolve?.({ done: false, value: batch });
  }

  fail(error: StoreError): void {
    this.#error = error;
    this.#end();
    this.#reject?.(error);
  }

  #progress(): IteratorResult<EventBatch> {
    this.#wantsProgress = false;
    return { done: false, value: { events: [], revision: this.#cursor } };
  }

  #end(): void {
    this.#isDone = true;
    this.#hub.stopWaiting(this);
    this.#hub.leave(this);
  }
}

/**
 * Watchers with nothing to read, by prefix. An event finds them by the substrings of its key that are as long as some
 * waiting prefix: a few dozen lookups, however many watchers there are.
 */
class WaitingWatchers {
  readonly #byPrefix = new Map<string, Set<HubWatch>>();
  /** Number of waiting prefixes of each length. */
  readonly #lengths = new Map<number, number>();

  add(prefix: string, watcher: HubWatch): void {
    const watchers = this.#byPrefix.get(prefix);
    if (watchers !== undefined) {
      watchers.add(watcher);
      return;
    }
    this.#byPrefix.set(prefix, new Set([watcher]));
    this.#lengths.set(prefix.length, (this.#lengths.get(prefix.length) ?? 0) + 1);
  }

  remove(prefix: string, watcher: HubWatch): void {
    const watchers = this.#byPrefix.get(prefix);
    if (watchers?.delete(watcher) && watchers.size === 0) this.#drop(prefix);
  }

  take(prefix: string): Iterable<HubWatch> {
    const watchers = this.#byPrefix.get(prefix) ?? [];
    this.#drop(prefix);
    return watchers;
  }

  /** Events of each waiting prefix. */
  match(events: readonly StoreEvent[]): Map<string, StoreEvent[]> {
    const shares = new Map<string, StoreEvent[]>();
    for (const event of events) {
      for (const length of this.#lengths.keys()) {
        if (length > event.key.length) continue;
        const prefix = event.key.slice(0, length);
        if (this.#byPrefix.has(prefix)) addShare(shares, prefix, event);
      }
    }
    return shares;
  }

  #drop(prefix: string): void {
    if (!this.#byPrefix.delete(prefix)) return;
    const count = (this.#lengths.get(prefix.length) ?? 0) - 1;
    if (count > 0) this.#lengths.set(prefix.length, count);
    else this.#lengths.delete(prefix.length);
  }
}

function addShare(shares: Map<string, StoreEvent[]>, prefix: string, event: StoreEvent): void {
  const share = shares.get(prefix);
  if (share === undefined) shares.set(prefix, [event]);
  else share.push(event);
}

/** Error of a watch whose store is closed. */
export function storeClosed(): StoreError {
  return new StoreError("closed", "The store is closed.");
}
