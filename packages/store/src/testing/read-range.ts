import type { Entry, RangeOptions, Revision, Store } from "../store.ts";

export interface WholeRange {
  readonly revision: Revision;
  readonly entries: readonly Entry[];
  readonly next: string | undefined;
}

/** A range with all its slices put together. */
export async function readRange(store: Store, options: RangeOptions): Promise<WholeRange> {
  const range = await store.range(options);
  const entries: Entry[] = [];
  let next: string | undefined;
  for await (const slice of range) {
    entries.push(...slice.entries);
    next = slice.next;
  }
  return { revision: range.revision, entries, next };
}
