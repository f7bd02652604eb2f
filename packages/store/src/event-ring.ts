import type { EventBatch, Revision, StoreEvent } from "./store.ts";

export interface EventRingOptions {
  /** The ring starts empty after this revision. */
  readonly after: Revision;
  readonly maxEvents?: number;
  readonly maxBytes?: number;
}

/**
 * The newest events, in memory, each built once and shared by everyone who reads it. Bounded by number and by
 * bytes, the last batch excepted.
 */
export class EventRing {
  #events: StoreEvent[] = [];
  #bytes = 0;
  #after: Revision;
  #head: Revision;
  readonly #maxEvents: number;
  readonly #maxBytes: number;
  /** What was last handed out for a prefix: watchers of one prefix mostly stand at the same place. */
  readonly #lastRead = new Map<string, EventBatch & { readonly after: Revision }>();

  constructor(options: EventRingOptions) {
    this.#after = options.after;
    this.#head = options.after;
    this.#maxEvents = options.maxEvents ?? 8192;
    this.#maxBytes = options.maxBytes ?? 16 * 1024 * 1024;
  }

  /** Every event later than this is here. */
  get after(): Revision {
    return this.#after;
  }

  get head(): Revision {
    return this.#head;
  }

  append(batch: EventBatch): void {
    for (const event of batch.events) {
      this.#events.push(event);
      this.#bytes += eventBytes(event);
    }
    this.#head = batch.revision;
    this.#lastRead.clear();
    if (this.#events.length > this.#maxEvents || this.#bytes > this.#maxBytes) this.#trim(batch.events.length);
  }

  /** Moves on without events, as when a progress notice arrives. */
  advance(revision: Revision): void {
    this.append({ events: [], revision });
  }

  /**
   * What happened under the prefix from `after` (not before the ring's own) to the head, about `limit` events at most:
   * those of one revision, which others may make on etcd, are not parted.
   */
  read(prefix: string, after: Revision, limit: number): EventBatch {
    const lastRead = this.#lastRead.get(prefix);
    if (lastRead !== undefined && lastRead.after === after) return lastRead;
    const events: StoreEvent[] = [];
    let revision = this.#head;
    for (let i = this.#indexAfter(after); i < this.#events.length; i++) {
      const event = this.#events[i]!;
      if (!event.key.startsWith(prefix)) continue;
      const last = events.length >= limit ? events.at(-1) : undefined;
      if (last !== undefined && last.revision !== event.revision) {
        revision = last.revision;
        break;
      }
      events.push(event);
    }
    const batch = { events, revision, after };
    this.#lastRead.set(prefix, batch);
    return batch;
  }

  #indexAfter(revision: Revision): number {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#events[middle]!.revision <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Cuts down to half the bounds, so that the cost of moving the rest is shared by many appends. */
  #trim(keep: number): void {
    let cut = 0;
    let bytes = this.#bytes;
    const last = this.#events.length - keep;
    while (cut < last && (this.#events.length - cut > this.#maxEvents / 2 || bytes > this.#maxBytes / 2)) {
      bytes -= eventBytes(this.#events[cut]!);
      cut += 1;
    }
    if (cut === 0) return;
    this.#after = this.#events[cut - 1]!.revision;
    this.#events = this.#events.slice(cut);
    this.#bytes = bytes;
  }
}

/** What an event keeps in memory, roughly. */
export function eventBytes(event: StoreEvent): number {
  return 200 + event.key.length + (event.value?.length ?? 0) + (event.previous?.value.length ?? 0);
}
