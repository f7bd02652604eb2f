import type { Head, Resource } from "@kiln/kinds";
import type { CowTree } from "@kiln/store";

/** Record head of an object, for selectors. */
export interface HeadEntry {
  readonly head: Head;
  /** The write that gave the object this head. */
  readonly revision: number;
}

/** All record heads of a kind at `revision`. Keeping one costs nothing: later writes create new trees. */
export interface HeadSnapshot {
  readonly tree: CowTree<HeadEntry>;
  readonly revision: number;
}

/** Source of the record heads of a kind. */
export interface HeadSource {
  /** Undefined if the store must be read instead. */
  snapshot(resource: Resource, wanted: { after?: number; at?: number }): Promise<HeadSnapshot | undefined>;
}
