import type { HeadSnapshot, Resource } from "@kiln/kinds";
import type { EventBatch } from "@kiln/store";

/**
 * The heads of kinds with selector requests, in memory: a selector then reads only the objects that match,
 * instead of all of them. Follows the commits, so that it is never behind what readers of the store see.
 */
export interface Heads {
  /**
   * At a revision not before `after`; exactly at `at` if that is given. Undefined if the store must be read instead.
   * The first call for a kind reads all its objects.
   */
  snapshot(resource: Resource, wanted: { after?: number; at?: number }): Promise<HeadSnapshot | undefined>;
  apply(batch: EventBatch): void;
  /** The kind is not served any more: nothing of it is kept. */
  forget(resource: Resource): void;
  /** How many kinds are kept. */
  readonly size: number;
}
