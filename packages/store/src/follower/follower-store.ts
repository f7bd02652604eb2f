import type { Duplex } from "node:stream";
import { type EmbeddedBackend, EmbeddedStore } from "../embedded-store.ts";
import type { LoggedWrite } from "../lmdb/journal.ts";
import type { KeyCounts } from "../lmdb/key-counts.ts";
import { KeyIndex } from "../lmdb/key-index.ts";
import { decodeRecordHead } from "../lmdb/layout.ts";
import { LmdbTables } from "../lmdb/lmdb-tables.ts";
import {
  type EventSource,
  readKeyState,
  readUnindexed,
  replayEvents,
  reportOnce,
  tryRead,
} from "../lmdb/read-events.ts";
import { decodeBatch } from "../lmdb/read-journal.ts";
import { countVersions, createKeyCounts, readSlices, readVersions } from "../lmdb/read-versions.ts";
import { RecentValues } from "../lmdb/recent-values.ts";
import type { LogPosition } from "../lmdb/write-log.ts";
import type { ReadOptions, Revision, StoreEvent } from "../store.ts";
import { createStoreClock, type StoreClock } from "../store-clock.ts";
import type { StoreError } from "../store-error.ts";
import type { UnreadableListener } from "../unreadable.ts";
import { storeClosed, WatchHub } from "../watch-hub.ts";
import { type Frame, type FrameChannel, openFrameChannel } from "./frames.ts";
import { decodePosition, encodeRevision, frameKinds } from "./messages.ts";
import { ownerEnded, RemoteQueue } from "./remote-queue.ts";
import { openSharedRevision, type SharedRevisionReader } from "./shared-revision.ts";

export interface FollowerStoreOptions {
  /** Directory of the owner's store. */
  readonly directory: string;
  /** Socket whose other end is attached to the owner's `hostFollowers()`. */
  readonly socket: Duplex;
  /** Called once if the owner's process ends first: every later call fails. */
  readonly onLost: () => void;
  readonly clock?: StoreClock;
  readonly mapSizeBytes?: number;
  readonly isReadable?: (value: Uint8Array) => boolean;
  readonly onUnreadable?: UnreadableListener;
}

/** Size of the ring of newest events, the same as the owner's. */
const recentBytes = 16 * 1024 * 1024;
const reverifyMs = 60_000;

/**
 * Opens the embedded store of another process: reads come from its tables, mapped into this process, and from the
 * batches that it streams; writes go to it. A follower depends on the owner as a replica depends on etcd.
 */
export function openFollowerStore(options: FollowerStoreOptions): Promise<FollowerStore> {
  return new Promise((resolve, reject) => {
    let store: FollowerStore | undefined;
    let pending: readonly LoggedWrite[] = [];
    const begin = ({ kind, payload }: Frame) => {
      if (kind === frameKinds.batch) {
        pending = decodeBatch(Buffer.from(payload)).writes;
        return;
      }
      store = new FollowerStore(options, { channel, position: decodePosition(payload), pending });
      resolve(store);
    };
    const channel = openFrameChannel(options.socket, {
      onFrame: (frame) => (store === undefined ? begin(frame) : store.receive(frame)),
      onEnd() {
        if (store === undefined) reject(ownerEnded());
        else if (store.lose()) options.onLost();
      },
    });
  });
}

interface FollowerStart {
  readonly channel: FrameChannel;
  readonly position: LogPosition;
  /** Durable writes that the tables do not contain yet. */
  readonly pending: readonly LoggedWrite[];
}

interface Waiter {
  readonly revision: Revision;
  readonly resolve: () => void;
  readonly reject: (error: StoreError) => void;
}

/** Made by {@link openFollowerStore}. */
export class FollowerStore extends EmbeddedStore {
  readonly #channel: FrameChannel;
  readonly #tables: LmdbTables;
  readonly #index: KeyIndex;
  readonly #counts: KeyCounts;
  readonly #events: EventSource;
  readonly #queue: RemoteQueue;
  readonly #shared: SharedRevisionReader;
  readonly #pending = new Map<Revision, LoggedWrite>();
  readonly #stopReverifying: () => void;
  readonly #waiters = new Set<Waiter>();
  protected readonly backend: EmbeddedBackend;
  /** Position of the log, as last sent by the owner. */
  #position: LogPosition;
  #isOver = false;

  constructor(options: FollowerStoreOptions, { channel, position, pending }: FollowerStart) {
    super();
    const { directory, isReadable, mapSizeBytes = 64 * 2 ** 30, clock = createStoreClock() } = options;
    this.#channel = channel;
    this.#position = position;
    this.#shared = openSharedRevision(directory);
    for (const write of pending) this.#pending.set(write.revision, write);
    this.#tables = new LmdbTables({
      directory,
      mapSizeBytes,
      isDurable: false,
      isReadOnly: true,
      pending: this.#pending,
      isReadable,
    });
    this.#tables.refresh();
    this.#index = new KeyIndex(this.#tables, position.indexed);
    const onUnreadable = reportOnce(options.onUnreadable ?? (() => {}));
    this.#events = { tables: this.#tables, index: this.#index, onUnreadable };
    readUnindexed(this.#events, position.indexed, position.revision);
    this.#counts = createKeyCounts(this.#events, {
      revision: position.revision,
      compactedRevision: () => this.#position.compacted,
    });
    this.#queue = new RemoteQueue({
      lookup: (key) => readKeyState(this.#events, key),
      send: (kind, payload) => channel.send(kind, payload),
    });
    this.backend = this.#createBackend();
    this.#stopReverifying = clock.every(reverifyMs, () => this.#tables.forgetVerified());
  }

  #createBackend(): EmbeddedBackend {
    const source = { ...this.#events, counts: this.#counts, recent: new RecentValues(recentBytes) };
    const queue = this.#queue;
    return {
      hub: new WatchHub({
        after: this.#position.revision,
        replay: (prefix, after) =>
          replayEvents(this.#events, prefix, { after, head: this.revision, compacted: this.#position.compacted }),
      }),
      queue,
      compactedRevision: () => this.#position.compacted,
      getAll: (keys, at) => readVersions(source, keys, at),
      slices: (options) => readSlices(source, options),
      count: (options) => countVersions(source, options),
      catchUp: (options) => this.#catchUp(options),
      async checkHealth() {
        await queue.ask("checkHealth", 0);
      },
      async compact(revision) {
        await queue.ask("compact", revision);
      },
      release: () => this.#release(),
    };
  }

  /** Waits until every write answered before the call is visible in this process; undefined if all are visible. Costs two microseconds. */
  catchUp(): Promise<void> | undefined {
    return this.#catchUp({});
  }

  /** To be called with each frame of the owner, in order. */
  receive({ kind, payload }: Frame): void {
    switch (kind) {
      case frameKinds.batch:
        this.#take(payload);
        break;
      case frameKinds.settled:
        this.#settle(decodePosition(payload));
        break;
      case frameKinds.answer:
        this.#queue.answer(payload);
        break;
      case frameKinds.refusal:
        this.#queue.refuse(payload);
        break;
    }
  }

  /** Must be called when the channel ends; returns true if this process did not close it. */
  lose(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#queue.abandon();
    this.#failWaiters(ownerEnded());
    return true;
  }

  #take(payload: Buffer): void {
    // Copied: the batch lives as long as its events, the received chunk does not.
    const bytes = Buffer.allocUnsafeSlow(payload.length);
    payload.copy(bytes);
    const events: StoreEvent[] = [];
    for (const write of decodeBatch(bytes).writes) {
      if (write.revision > this.#position.drained) this.#pending.set(write.revision, write);
      const event = this.#toEvent(write);
      this.#index.add(event.key, { revision: event.revision, isDeleted: event.type === "delete" });
      this.#counts.add(event);
      events.push(event);
    }
    this.announce({ events, revision: events.at(-1)!.revision });
    this.#wake();
  }

  #toEvent({ revision, record }: LoggedWrite): StoreEvent {
    const { type, key, chain, valueOffset, valueEnd } = decodeRecordHead(record, record.length)!;
    const previous = type === "create" ? undefined : tryRead(this.#events, key, chain)?.entry;
    return {
      type,
      key,
      revision,
      ...(type === "delete" ? {} : { value: record.subarray(valueOffset, valueEnd) }),
      ...(previous && { previous }),
    };
  }

  /** Drops writes and index rows that the owner has moved to the tables, after reads see the new tables. */
  #settle(position: LogPosition): void {
    const before = this.#position;
    this.#position = position;
    if (position.drained > before.drained || position.indexed > before.indexed) this.#tables.refresh();
    for (const revision of this.#pending.keys()) {
      if (revision > position.drained) break;
      this.#pending.delete(revision);
    }
    if (position.indexed > before.indexed) this.#index.dropIndexed(position.indexed);
    if (position.compacted > before.compacted) {
      this.#channel.send(frameKinds.acknowledge, encodeRevision(position.compacted));
    }
  }

  #catchUp({ revision, minRevision }: ReadOptions): Promise<void> | undefined {
    const wanted = revision ?? minRevision;
    if (wanted !== undefined && wanted <= this.revision) return undefined;
    const newest = this.#shared.read();
    // The caller refuses a revision that has not happened yet.
    const needed = Math.min(wanted ?? newest, newest);
    return needed <= this.revision ? undefined : this.#waitFor(needed);
  }

  #waitFor(revision: Revision): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#isOver) throw ownerEnded();
      this.#waiters.add({ revision, resolve, reject });
    });
  }

  #wake(): void {
    for (const waiter of this.#waiters) {
      if (waiter.revision > this.revision) continue;
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
  }

  #failWaiters(error: StoreError): void {
    for (const { reject } of this.#waiters) reject(error);
    this.#waiters.clear();
  }

  async #release(): Promise<void> {
    this.#isOver = true;
    this.#stopReverifying();
    this.#failWaiters(storeClosed());
    this.#channel.close();
    this.#shared.close();
    await this.#tables.close();
  }
}
