import type { Head, Resource } from "@kiln/kinds";
import type { CowTree } from "@kiln/store";

/** Record head of an object with its revision. */
export interface HeadEntry {
  readonly head: Head;
  /** Revision of the write that stored this head. */
  readonly revision: number;
}

/** Requirement of one value of a label or selectable field. */
export interface HeadTerm {
  readonly of: "labels" | "fields";
  readonly name: string;
  readonly value: string;
}

/** Record heads of all objects of a kind at `revision`. Keeping a snapshot is free: later writes create new trees. */
export interface HeadSnapshot {
  readonly tree: CowTree<HeadEntry>;
  readonly revision: number;
  /** Keys of the objects that match the term; absent if there is no index for it. */
  readonly keys?: CowTree<true>;
}

/**
 * Revision of a snapshot of record heads: exactly `at`, or any revision from `after` on. With a `term`, the snapshot
 * also has the keys of the objects with that label or field value.
 */
export interface WantedHeads {
  readonly after?: number;
  readonly at?: number;
  readonly term?: HeadTerm | undefined;
}

/** Source of the record heads of a kind. */
export interface HeadSource {
  /** Snapshot of a kind; undefined if the store must be read instead. */
  snapshot(resource: Resource, wanted: WantedHeads): Promise<HeadSnapshot | undefined>;
}
