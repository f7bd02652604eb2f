import type { KubeObject } from "@kiln/api";
import { createBackoff, type Informer, startInformer, wait } from "@kiln/client";
import type { SourceState } from "../agent-options.ts";
import { RESOURCES } from "../references/object-ref.ts";
import { type Feed, type FeedOptions, isImmutable, isNotFound, missing, SourceError, toSourceError } from "./feed.ts";

/** Time for which a read waits for a watch that has just started. */
const SYNC_TIMEOUT_MS = 1000;
/**
 * Kubernetes: a kubelet's watches of single objects last 30 to 60 minutes, since there are many of them
 * (util/manager/watch_based_manager.go newReflectorLocked, v1.36).
 */
const WATCH_SECONDS = [1800, 3600] as const;

/**
 * Feed that watches the object. An immutable object is watched only until its first state is known, and from step `ii`
 * on not at all.
 */
export class WatchFeed implements Feed {
  readonly #options: FeedOptions;
  #state: SourceState | undefined;
  #object: KubeObject | undefined;
  #seenMs = 0;
  #lastReadMs: number;
  /** Whether the first read is complete; the object need not exist. */
  #isKnown = false;
  #lastError: SourceError | undefined;
  /** Aborts the first read. */
  #reading = new AbortController();
  #informer: Informer | undefined;
  readonly #waiting = new Set<() => void>();

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#lastReadMs = options.clock.monotonicMs();
    this.#open();
  }

  get state(): SourceState {
    return this.#state ?? "Starting";
  }

  get object(): KubeObject | undefined {
    return this.#isKnown ? this.#object : undefined;
  }

  get seenMs(): number {
    return this.#seenMs;
  }

  async read(): Promise<KubeObject> {
    this.#lastReadMs = this.#options.clock.monotonicMs();
    if (this.#state === "Idle") {
      this.#open();
    }
    if (!this.#isKnown && this.#lastError === undefined) {
      await this.#untilKnown();
    }
    if (!this.#isKnown) {
      const kind = this.#options.ref.kind.toLowerCase();
      const why = `failed to sync ${kind} cache: timed out waiting for the condition`;
      throw this.#lastError ?? new SourceError(why, { isPassing: true });
    }
    if (this.#object === undefined) {
      throw missing(this.#options.ref);
    }
    return this.#object;
  }

  replace(object: KubeObject | undefined): void {
    if (this.#state === "Stopped") {
      return;
    }
    this.#close();
    this.#know(object);
    if (this.#state !== "Immutable") {
      this.#watch();
    }
  }

  invalidate(): void {
    // Nothing to do: the watch delivers every change.
  }

  stopIfIdle(): void {
    const { clock, maxIdleMs } = this.#options;
    // A watch that is still starting must not be stopped: under load it would never finish.
    if (this.#state === "Synced" && clock.monotonicMs() - this.#lastReadMs > maxIdleMs) {
      this.#close();
      this.#isKnown = false;
      this.#setState("Idle");
    }
  }

  stop(): void {
    this.#close();
    this.#setState("Stopped");
    this.#wake();
  }

  #open(): void {
    this.#isKnown = false;
    this.#lastError = undefined;
    this.#setState("Starting");
    if (this.#options.step === "ii" || this.#options.step === "iii") {
      this.#reading = new AbortController();
      void this.#readFirst(this.#reading.signal);
    } else {
      this.#watch();
    }
  }

  #close(): void {
    this.#reading.abort();
    this.#informer?.stop();
    this.#informer = undefined;
  }

  /** The first read shows whether the object exists. A missing object is watched until it does. */
  async #readFirst(signal: AbortSignal): Promise<void> {
    const { client, clock, fraction, ref } = this.#options;
    const backoff = createBackoff({ firstMs: 400, lastMs: 30_000, fraction });
    while (!signal.aborted) {
      try {
        const object = await client.get(RESOURCES[ref.kind], ref, { resourceVersion: "0", signal });
        if (!signal.aborted) {
          this.#know(object);
          this.#watchUnlessImmutable();
        }
        return;
      } catch (error) {
        if (signal.aborted) {
          return;
        }
        if (isNotFound(error)) {
          this.#watch();
          return;
        }
        this.#fail(error);
      }
      await wait(clock, backoff.nextMs(), signal);
    }
  }

  #watchUnlessImmutable(): void {
    if (this.#state !== "Immutable") {
      this.#watch();
    }
  }

  #watch(): void {
    const { client, clock, fraction, ref } = this.#options;
    const informer = startInformer({
      client,
      clock,
      fraction,
      type: RESOURCES[ref.kind],
      namespace: ref.namespace,
      fieldSelector: `metadata.name=${ref.name}`,
      watchSeconds: this.#options.watchSeconds ?? WATCH_SECONDS,
      onChange: ({ type, object }) => {
        if (this.#informer === informer) {
          this.#know(type === "deleted" ? undefined : object);
        }
      },
      onError: (error) => {
        if (this.#informer === informer) {
          this.#fail(error);
        }
      },
    });
    this.#informer = informer;
    informer.synced.then(
      () => {
        if (this.#informer === informer && informer.size === 0) {
          this.#know(undefined);
        }
      },
      () => {
        // The list was rejected because the feed was stopped first.
      },
    );
  }

  #know(object: KubeObject | undefined): void {
    const { clock, step, onNews } = this.#options;
    const isFirst = !this.#isKnown;
    const isNew = isFirst || object?.metadata.resourceVersion !== this.#object?.metadata.resourceVersion;
    this.#isKnown = true;
    this.#lastError = undefined;
    if (isNew) {
      this.#object = object;
      this.#seenMs = clock.monotonicMs();
    }
    if (isImmutable(object, step)) {
      this.#close();
      this.#setState("Immutable");
    } else {
      this.#setState("Synced");
    }
    this.#wake();
    if (isNew) {
      onNews({ isFirst });
    }
  }

  /** Records an error. The known object stays: an unreachable server changes nothing. */
  #fail(error: unknown): void {
    const { log, ref } = this.#options;
    log?.warn({ err: error, ...ref }, "watch feed: failed to read object; retrying");
    this.#lastError = toSourceError(error);
    this.#wake();
  }

  #setState(to: SourceState): void {
    if (this.#state !== to) {
      const from = this.#state;
      this.#state = to;
      this.#options.onState(from, to);
    }
  }

  #untilKnown(): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        timer.cancel();
        this.#waiting.delete(finish);
        resolve();
      };
      const timer = this.#options.clock.setTimer(SYNC_TIMEOUT_MS, finish);
      this.#waiting.add(finish);
    });
  }

  #wake(): void {
    for (const finish of [...this.#waiting]) {
      finish();
    }
  }
}
