import type { KubeObject } from "@kiln/api";
import type { SourceState } from "../agent-options.ts";
import { RESOURCES } from "../references/object-ref.ts";
import { type Feed, type FeedOptions, isImmutable, isNotFound, missing, toSourceError } from "./feed.ts";

export interface PollFeedOptions extends FeedOptions {
  /** Time for which a read object is fresh; 0 requests it on each read. */
  ttlMs(): number;
}

/** Feed that requests the object on read, if the known one is too old. An immutable object is never requested again. */
export class PollFeed implements Feed {
  readonly #options: PollFeedOptions;
  readonly #stopped = new AbortController();
  #state: SourceState = "Starting";
  #object: KubeObject | undefined;
  #seenMs = 0;
  #readMs = Number.NEGATIVE_INFINITY;
  #underWay: Promise<KubeObject> | undefined;

  constructor(options: PollFeedOptions) {
    this.#options = options;
    options.onState(undefined, "Starting");
  }

  get state(): SourceState {
    return this.#state;
  }

  get object(): KubeObject | undefined {
    return this.#object;
  }

  get seenMs(): number {
    return this.#seenMs;
  }

  async read(): Promise<KubeObject> {
    const { clock, ref, ttlMs } = this.#options;
    if (this.#state === "Immutable" && this.#object !== undefined) {
      return this.#object;
    }
    if (clock.monotonicMs() - this.#readMs >= ttlMs()) {
      // Concurrent readers share the response.
      this.#underWay ??= this.#ask().finally(() => {
        this.#underWay = undefined;
      });
      return this.#underWay;
    }
    if (this.#object === undefined) {
      throw missing(ref);
    }
    return this.#object;
  }

  replace(object: KubeObject | undefined): void {
    this.#object = undefined;
    this.#know(object);
  }

  invalidate(): void {
    this.#readMs = Number.NEGATIVE_INFINITY;
  }

  stopIfIdle(): void {
    // Nothing to stop: the feed sends requests only when the object is read.
  }

  stop(): void {
    this.#stopped.abort();
    this.#setState("Stopped");
  }

  async #ask(): Promise<KubeObject> {
    const { client, ref } = this.#options;
    const place = { namespace: ref.namespace, name: ref.name };
    // Kubernetes: the first read must be the latest; later ones may come from the server's cache
    // (util/manager/cache_based_manager.go Get, v1.36).
    const isRefresh = this.#object !== undefined && Number.isFinite(this.#readMs);
    const cached = isRefresh && this.#options.ttlMs() > 0 ? { resourceVersion: "0" } : {};
    try {
      const object = await client.get(RESOURCES[ref.kind], place, { ...cached, signal: this.#stopped.signal });
      this.#know(this.#newer(object));
    } catch (error) {
      if (isNotFound(error)) {
        this.#know(undefined);
        throw missing(ref);
      }
      // The known object stays: an unreachable server changes nothing.
      if (this.#object === undefined) {
        throw toSourceError(error);
      }
    }
    return this.#object as KubeObject;
  }

  /** The newer of the response and the known object: a response from a cache may be older. */
  #newer(object: KubeObject): KubeObject {
    const known = this.#object;
    const isSame = known?.metadata.uid === object.metadata.uid;
    return isSame && revisionOf(known) > revisionOf(object) ? (known as KubeObject) : object;
  }

  #know(object: KubeObject | undefined): void {
    const { clock, step } = this.#options;
    if (object?.metadata.resourceVersion !== this.#object?.metadata.resourceVersion) {
      this.#seenMs = clock.monotonicMs();
    }
    this.#object = object;
    this.#readMs = clock.monotonicMs();
    if (this.#state !== "Stopped") {
      this.#setState(isImmutable(object, step) ? "Immutable" : "Synced");
    }
  }

  #setState(to: SourceState): void {
    if (this.#state !== to) {
      const from = this.#state;
      this.#state = to;
      this.#options.onState(from, to);
    }
  }
}

/** Kubernetes 1.35 and later promise that versions of one resource can be compared as numbers. */
function revisionOf(object: KubeObject | undefined): bigint {
  const text = object?.metadata.resourceVersion ?? "";
  return /^\d+$/.test(text) ? BigInt(text) : 0n;
}
