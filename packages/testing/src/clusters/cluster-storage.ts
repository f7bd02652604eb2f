import type { Entry, Store, StoreClock } from "@kiln/store";
import type { Origin } from "../kinds/fork.ts";

/** Entries of an uploaded import, in the order of their revisions. */
export type ReadImport = (name: string) => readonly Entry[];

/**
 * Storage of forks and snapshots. A fork begins when its object is committed, and its store is opened for its first
 * request. The initial state is kept for resets.
 */
export interface ClusterStorage {
  /** Opens the base cluster's store. Called once, before all other methods. */
  openBase(clock: StoreClock, readImport: ReadImport): Promise<Store>;
  /** Called before the object of a fork or snapshot is written, if the copy takes time. The write may still fail. */
  prepare?(kind: "fork" | "snapshot", name: string, origin: Origin): Promise<void>;
  /** Begins a fork with the current state of its origin, or with the prepared copy. */
  begin(name: string, origin: Origin): void;
  open(name: string, clock: StoreClock): Promise<Store>;
  /** Opens the initial state of the fork as a separate store, which is removed when it is closed. */
  openStart(name: string): Promise<Store>;
  /** Resets a fork to its initial state, above every revision that its clients have seen. Its store is closed. */
  reset(name: string): Promise<void>;
  /** Removes the data of the fork, whose store is closed. */
  remove(name: string): Promise<void>;
  /** Keeps the current state of the origin, or the prepared copy, as a snapshot. */
  beginSnapshot(name: string, origin: Origin): void;
  removeSnapshot(name: string): Promise<void>;
  /** Called once after `openBase`: removes data of an interrupted run, except for these forks and snapshots. */
  keepOnly?(forks: ReadonlySet<string>, snapshots: ReadonlySet<string>): Promise<void>;
}
