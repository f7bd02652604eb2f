import type { HeadSnapshot, Resource } from "@kiln/kinds";
import type { EventBatch } from "@kiln/store";

/**
 * Cached metadata of kinds with selector requests: a selector then reads only the matching objects instead of all.
 * Updated by commits, so that it is never behind reads of the store.
 */
export interface Heads {
  /**
   * State at a revision not before `after`; exactly at `at` if given. Undefined if the store must be read instead. The
   * first call for a kind reads all its objects.
   */
  snapshot(resource: Resource, wanted: { after?: number; at?: number }): Promise<HeadSnapshot | undefined>;
  apply(batch: EventBatch): void;
  /** Drops all state of a kind that is no longer served. */
  forget(resource: Resource): void;
  /** How many kinds are kept. */
  readonly size: number;
}
