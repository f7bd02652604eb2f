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
  /** Lifetime of the resource in its current definition. */
  readonly lifetime: Lifetime | undefined;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/**
 * State of an open watch: position in the store's history, timers, and registration for the end of the resource's
 * lifetime. Closing it, from either side, releases all of these, whether or not the body is ever read.
 */
export class WatchSession {
  readonly events: Watch;
  isClosed = false;
  /** Whether a bookmark is sent after the next events. */
  isBookmarkDue = false;
  /** Last revision to send, once the lifetime of the resource has ended. */
  lastRevision: Revision = Number.POSITIVE_INFINITY;
  /** Number of chunks passed to the client. */
  given = 0;
  /** True while the client processes a chunk and has not requested the next. */
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

  /**
   * Ends the watch after the write that ended the lifetime: the store publishes it, and the last events, after this
   * callback.
   */
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
