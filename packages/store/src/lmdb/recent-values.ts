import type { Entry, Revision } from "../store.ts";

/** Larger values are rare, and would push out many others. */
const mostBytesEach = 64 * 1024;
/** Memory of an entry besides its value. */
const ownBytes = 256;

/**
 * Entries that were recently read by key, found by the revision that wrote them. A revision never changes, so nothing
 * here is stale. The oldest is evicted first.
 */
export class RecentValues {
  readonly #maxBytes: number;
  readonly #entries = new Map<Revision, Entry>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(revision: Revision): Entry | undefined {
    return this.#entries.get(revision);
  }

  /** The value must have memory of its own: a view would keep the larger buffer alive. */
  add(entry: Entry): void {
    if (entry.value.length > mostBytesEach || this.#entries.has(entry.revision)) return;
    this.#entries.set(entry.revision, entry);
    this.#bytes += entry.value.length + ownBytes;
    for (const [revision, { value }] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#entries.delete(revision);
      this.#bytes -= value.length + ownBytes;
    }
  }
}
