import type { HeadSnapshot, Resource, WantedHeads } from "@kiln/kinds";
import type { EventBatch } from "@kiln/store";

/**
 * Cached metadata of kinds that were requested with selectors: a selector then reads only the matching objects instead
 * of all. Updated by commits, so that it is never older than reads of the store.
 */
export interface Heads {
  /**
   * Cached metadata at a revision; undefined if the store must be read instead. The first call for a kind reads all its
   * objects, the first call for a label or field all metadata of the kind.
   */
  snapshot(resource: Resource, wanted: WantedHeads): Promise<HeadSnapshot | undefined>;
  apply(batch: EventBatch): void;
  /** Drops all state of a kind that is no longer served. */
  forget(resource: Resource): void;
  /** Number of cached kinds. */
  size(): number;
}
