import type { Clock, Timer } from "@kiln/api";
import type { Lifetime } from "@kiln/kinds";
import type { Revision, Store, Watch } from "@kiln/store";
import type { Watches } from "./watches.ts";

/**
 * Kubernetes: about once a minute, and shortly before the watch ends, so that the client can resume there
 * (storage/cacher/cache_watcher.go nextBookmarkTime, v1.36).
 */
const BOOKMARK_EVERY_MS = 60_000;
const BOOKMARK_BEFORE_END_MS = 2000;

export interface WatchSessionOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly watches: Watches;
  readonly events: Watch;
  readonly timeoutMs: number;
  readonly allowsBookmarks: boolean;
  /** Lifetime of the resource as currently served. */
  readonly lifetime: Lifetime | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/**
 * State of an open watch: its position in the store's history, its timers, and its registration for the end of the
 * resource. Closing it, from either side, releases all of that, whether or not its body is ever read.
 */
export class WatchSession {
  readonly events: Watch;
  isClosed = false;
  /** Whether a bookmark is sent after the next events. */
  isBookmarkDue = false;
  /** Last revision to send, if the resource is no longer served as it was. */
  lastRevision: Revision = Number.POSITIVE_INFINITY;
  /** Number of chunks passed to the client. */
  given = 0;
  /** Whether the client has not requested another chunk since the last. */
  isTaking = false;
  readonly #options: WatchSessionOptions;
  readonly #endsAtMs: number;
  readonly #timeout: Timer;
  #bookmark: Timer | undefined;
  readonly #stopListening: () => void;

  constructor(options: WatchSessionOptions) {
    const { clock, timeoutMs, events, watches, signal, lifetime } = options;
    this.#options = options;
    this.events = events;
    this.#endsAtMs = clock.monotonicMs() + timeoutMs;
    this.#timeout = clock.setTimer(timeoutMs, this.close);
    signal.addEventListener("abort", this.close, { once: true });
    this.#stopListening = lifetime?.onEnd(() => this.#finish()) ?? (() => {});
    watches.add(this);
    if (options.allowsBookmarks) {
      this.#planBookmark();
    }
    // Kubernetes: a negative timeout ends the watch before anything is sent (handlers/watch.go HandleHTTP, v1.36).
    if (signal.aborted || timeoutMs < 0) {
      this.close();
    }
  }

  close = (): void => {
    if (this.isClosed) {
      return;
    }
    this.isClosed = true;
    this.events.close();
    this.#timeout.cancel();
    this.#bookmark?.cancel();
    this.#stopListening();
    this.#options.signal.removeEventListener("abort", this.close);
    this.#options.watches.remove(this);
  };

  /** The store publishes the write that ends the lifetime after this callback, and with it the last events. */
  #finish(): void {
    queueMicrotask(() => {
      this.lastRevision = this.#options.store.revision;
      this.events.requestProgress();
    });
  }

  #planBookmark(): void {
    const { clock } = this.#options;
    const leftMs = this.#endsAtMs - clock.monotonicMs() - BOOKMARK_BEFORE_END_MS;
    if (leftMs <= 0) {
      return;
    }
    this.#bookmark = clock.setTimer(Math.min(BOOKMARK_EVERY_MS, leftMs), () => {
      this.isBookmarkDue = true;
      this.events.requestProgress();
      this.#planBookmark();
    });
  }
}
