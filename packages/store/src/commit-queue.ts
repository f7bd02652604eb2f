import { checkKey } from "./key-order.ts";
import type { Entry, EventBatch, Revision, StoreEvent } from "./store.ts";
import { isStoreError, StoreError } from "./store-error.ts";
import { checkSize, maxRequestBytes } from "./value-size.ts";
import { refuseWrite, type WriteRequest } from "./write-request.ts";

/**
 * Newest write of a key. `entry` is absent if that write was a delete (until compaction drops its record) or the value
 * cannot be read.
 */
export interface KeyState {
  readonly revision: Revision;
  readonly entry?: Entry;
  readonly unreadable?: StoreError;
}

/** A write that passed its compare. `chain` is the revision of the key's write before it, deletes included, or 0. */
export interface PreparedWrite {
  readonly event: StoreEvent;
  readonly chain: Revision;
  readonly ttlSeconds: number | undefined;
}

export interface CommitQueueOptions {
  readonly revision: Revision;
  /** Reads the durable state synchronously. */
  readonly lookup: (key: string) => KeyState | undefined;
  /** Throws if the store takes no new data now (disk full). Deletes are not checked. */
  readonly admit?: () => void;
  /** Makes the writes durable, all or none, or throws the StoreError that every writer gets. */
  readonly persist: (writes: readonly PreparedWrite[]) => Promise<void>;
  /** Shows durable writes to readers and watchers; called before their writers are answered. */
  readonly committed: (batch: EventBatch) => void;
  /**
   * Calls back when the next batch may start: late enough that writers answered by the previous batch can add their
   * next writes to it.
   */
  readonly schedule: (callback: () => void) => void;
  readonly maxBatchWrites?: number;
  readonly maxBatchBytes?: number;
}

interface Pending extends PreparedWrite {
  readonly resolve: (revision: Revision) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The single writer of an embedded store. Compare and revision happen when the write is requested, against the durable
 * state plus the queue; then batches go to disk one at a time. A failed batch fails all writes queued behind it,
 * because their compares trusted it.
 */
export class CommitQueue {
  readonly #options: CommitQueueOptions;
  readonly #overlay = new Map<string, KeyState>();
  #queued: Pending[] = [];
  #inFlight: readonly Pending[] = [];
  #running: Promise<void> | undefined;
  #lastRevision: Revision;
  /**
   * Number of writes in the last batch. After one of several, the next waits a turn more, in which writes arrive over
   * other connections: a batch of any size costs one disk write, some 100 µs of the kernel. A writer that waits for each
   * answer is not delayed.
   */
  #lastBatch = 0;
  #closing: Promise<void> | undefined;

  constructor(options: CommitQueueOptions) {
    this.#options = options;
    this.#lastRevision = options.revision;
  }

  /** Newest entry of the key, queued writes included: the state that its next write is compared with. */
  peek(key: string): KeyState | undefined {
    return this.#overlay.get(key) ?? this.#options.lookup(key);
  }

  submit(request: WriteRequest): Promise<Revision> {
    return new Promise((resolve, reject) => {
      if (this.#closing !== undefined) throw new StoreError("closed", "The store is closed.");
      checkKey(request.key);
      if (request.value !== undefined) checkSize(request.key, request.value, maxRequestBytes);
      const state = this.peek(request.key);
      const refusal = refuseWrite(request, state?.unreadable === undefined ? state?.entry : state);
      if (refusal !== undefined) {
        this.#settleRefusal(request.key).then(() => reject(refusal), reject);
        return;
      }
      if (request.type !== "delete") this.#options.admit?.();
      const event = prepareEvent(request, state?.entry, this.#lastRevision + 1);
      const { ttlSeconds } = request;
      this.#enqueue({ event, chain: state?.revision ?? 0, ttlSeconds, resolve, reject });
    });
  }

  /** Refuses further writes; resolves when nothing is queued or under way. */
  close(): Promise<void> {
    this.#closing ??= this.#drain();
    return this.#closing;
  }

  async #drain(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  /** The write that caused a refusal may not be durable yet; the refusal waits until it is. */
  async #settleRefusal(key: string): Promise<void> {
    const revision = this.#overlay.get(key)?.revision;
    if (revision === undefined) return;
    const refuser = [...this.#inFlight, ...this.#queued].find((pending) => pending.event.revision === revision);
    if (refuser === undefined) return;
    await new Promise<void>((resolve, reject) => {
      this.#hook(refuser, { resolve: () => resolve(), reject });
    });
  }

  /** Settles `also` with the outcome of the pending write, after the write's own caller. */
  #hook(pending: Pending, also: Pick<Pending, "resolve" | "reject">): void {
    const { resolve, reject } = pending;
    Object.assign(pending, {
      resolve(revision: Revision) {
        resolve(revision);
        also.resolve(revision);
      },
      reject(error: unknown) {
        reject(error);
        also.reject(error);
      },
    });
  }

  #enqueue(pending: Pending): void {
    const { event } = pending;
    this.#lastRevision = event.revision;
    this.#overlay.set(event.key, stateAfter(event));
    this.#queued.push(pending);
    this.#start();
  }

  #start(): void {
    this.#running ??= new Promise((resolve) => {
      const begin = () => {
        this.#run().then(() => {
          this.#running = undefined;
          resolve();
          if (this.#queued.length > 0) this.#start();
        });
      };
      const { schedule } = this.#options;
      schedule(this.#lastBatch > 1 ? () => schedule(begin) : begin);
    });
  }

  async #run(): Promise<void> {
    const batch = this.#takeBatch();
    this.#inFlight = batch;
    this.#lastBatch = batch.length;
    try {
      await this.#options.persist(batch);
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#inFlight = [];
    this.#finish(batch);
  }

  #finish(batch: readonly Pending[]): void {
    this.#options.committed({ events: batch.map(({ event }) => event), revision: batch.at(-1)!.event.revision });
    // Entries leave the queue only now, so that a peek at a committed entry need not read it from the disk.
    for (const { event } of batch) {
      if (this.#overlay.get(event.key)?.revision === event.revision) this.#overlay.delete(event.key);
    }
    for (const { event, resolve } of batch) resolve(event.revision);
  }

  #fail(error: unknown): void {
    const tried = this.#inFlight;
    const behind = this.#queued;
    this.#inFlight = [];
    this.#queued = [];
    this.#overlay.clear();
    const first = tried[0] ?? behind[0];
    if (first !== undefined) this.#lastRevision = first.event.revision - 1;
    for (const { reject } of tried) reject(error);
    for (const { reject } of behind) reject(errorBehind(error));
  }

  #takeBatch(): readonly Pending[] {
    const { maxBatchWrites = 1024, maxBatchBytes = 8 * 1024 * 1024 } = this.#options;
    let bytes = 0;
    let end = 0;
    while (end < this.#queued.length && end < maxBatchWrites && (end === 0 || bytes < maxBatchBytes)) {
      bytes += this.#queued[end]!.event.value?.length ?? 0;
      end += 1;
    }
    return this.#queued.splice(0, end);
  }
}

/** Error of the writes queued after a failed batch: they were never sent to the disk. */
function errorBehind(error: unknown): unknown {
  if (!isStoreError(error, "outcome-unknown")) return error;
  return new StoreError("unavailable", "The write was not tried: one before it failed.", { cause: error });
}

function prepareEvent(request: WriteRequest, previous: Entry | undefined, revision: Revision): StoreEvent {
  const { type, key, value } = request;
  if (value === undefined) return previous === undefined ? { type, key, revision } : { type, key, revision, previous };
  return previous === undefined ? { type, key, revision, value } : { type, key, revision, value, previous };
}

function stateAfter({ key, value, revision }: StoreEvent): KeyState {
  return value === undefined ? { revision } : { revision, entry: { key, value, revision } };
}
