import type { Head, Resource } from "@kiln/kinds";
import type { CowTree } from "@kiln/store";

/** An object as selectors see it. */
export interface HeadEntry {
  readonly head: Head;
  /** The write that gave the object this head. */
  readonly revision: number;
}

/** All heads of a kind as they stood at `revision`. Keeping one costs nothing: later writes make new trees. */
export interface HeadSnapshot {
  readonly tree: CowTree<HeadEntry>;
  readonly revision: number;
}

/** Where the heads of a kind are looked up. */
export interface HeadSource {
  /** Undefined if the store must be read instead. */
  snapshot(resource: Resource, wanted: { after?: number; at?: number }): Promise<HeadSnapshot | undefined>;
}
