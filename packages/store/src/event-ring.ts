import type { EventBatch, Revision, StoreEvent } from "./store.ts";

export interface EventRingOptions {
  /** The ring starts empty after this revision. */
  readonly after: Revision;
  readonly maxEvents?: number;
  readonly maxBytes?: number;
}

/**
 * The newest events, in memory, each built once and shared by all readers. Bounded by number and by bytes, except for
 * the last batch.
 */
export class EventRing {
  #events: StoreEvent[] = [];
  #bytes = 0;
  #after: Revision;
  #head: Revision;
  readonly #maxEvents: number;
  readonly #maxBytes: number;
  /** Pages in order of revision, without gaps from `#after` to `#head`. */
  #pages: Page[];

  constructor(options: EventRingOptions) {
    this.#after = options.after;
    this.#head = options.after;
    this.#maxEvents = options.maxEvents ?? 8192;
    this.#maxBytes = options.maxBytes ?? 16 * 1024 * 1024;
    this.#pages = [createPage(options.after)];
  }

  /** The ring holds every event later than this revision. */
  get after(): Revision {
    return this.#after;
  }

  get head(): Revision {
    return this.#head;
  }

  append(batch: EventBatch): void {
    this.#lastPage.batches.clear();
    for (const event of batch.events) this.#add(event);
    this.#head = batch.revision;
    if (this.#events.length > this.#maxEvents || this.#bytes > this.#maxBytes) this.#trim(batch.events.length);
  }

  /** Advances the revision without events, as on a progress notification. */
  advance(revision: Revision): void {
    this.append({ events: [], revision });
  }

  /**
   * Events under the prefix after `after` (not before the ring's start), up to the end of the page, or of the first
   * page with any. Watchers that are behind read page by page and share the pages.
   */
  read(prefix: string, after: Revision): EventBatch {
    let page = this.#pageAfter(after);
    let from = after;
    for (;;) {
      const batch = this.#readPage(this.#pages[page]!, prefix, from);
      page += 1;
      if (batch.events.length > 0 || page === this.#pages.length) return batch;
      from = batch.revision;
    }
  }

  get #lastPage(): Page {
    return this.#pages.at(-1)!;
  }

  /** A page never ends between events of one revision: several keys may change at one revision in etcd. */
  #add(event: StoreEvent): void {
    const bytes = eventBytes(event);
    const page = this.#lastPage;
    const last = this.#events.at(-1);
    if (page.bytes >= pageBytes && last !== undefined && last.revision !== event.revision) {
      page.end = last.revision;
      this.#pages.push(createPage(last.revision));
    }
    this.#events.push(event);
    this.#bytes += bytes;
    this.#lastPage.bytes += bytes;
  }

  #readPage(page: Page, prefix: string, after: Revision): EventBatch {
    const known = page.batches.get(prefix);
    if (known !== undefined && known.after === after) return known;
    const end = page.end ?? this.#head;
    const events: StoreEvent[] = [];
    for (let i = this.#indexAfter(after); i < this.#events.length && this.#events[i]!.revision <= end; i++) {
      if (this.#events[i]!.key.startsWith(prefix)) events.push(this.#events[i]!);
    }
    const batch = { events, revision: end, after };
    if (events.length > 0) page.batches.set(prefix, batch);
    return batch;
  }

  /** The page with the events after a revision. */
  #pageAfter(revision: Revision): number {
    let low = 0;
    let high = this.#pages.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#pages[middle]!.after <= revision) low = middle;
      else high = middle - 1;
    }
    return low;
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
    this.#pages = this.#pages.slice(this.#pageAfter(this.#after));
  }
}

/** Approximate size of one read at most: a watcher holds this much while its client does not read. */
const pageBytes = 128 * 1024;

/** A part of the ring's events. */
interface Page {
  /** The page holds events later than this. */
  readonly after: Revision;
  /** Last revision of the page; absent for the last page. */
  end?: Revision;
  bytes: number;
  /** Batch last returned for a prefix: all watchers at the same position share it. */
  readonly batches: Map<string, EventBatch & { readonly after: Revision }>;
}

function createPage(after: Revision): Page {
  return { after, bytes: 0, batches: new Map() };
}

/** Approximate memory of an event. */
export function eventBytes(event: StoreEvent): number {
  return 200 + event.key.length + (event.value?.length ?? 0) + (event.previous?.value.length ?? 0);
}
