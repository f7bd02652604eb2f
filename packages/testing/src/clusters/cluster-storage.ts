import type { Entry, Store, StoreClock } from "@kiln/store";
import type { Origin } from "../kinds/fork.ts";

/** The entries of an import that was sent to the server, in the order of their revisions. */
export type ReadImport = (name: string) => readonly Entry[];

/**
 * Storage of the clusters besides the base. A fork is begun when its object is committed and opened by its first
 * request; its initial state is kept, for resets.
 */
export interface ClusterStorage {
  /** The base cluster's store; called once, before everything else. */
  openBase(clock: StoreClock, readImport: ReadImport): Promise<Store>;
  /** Called before the object of a fork or snapshot is written, if the copy takes time. The write may still fail. */
  prepare?(kind: "fork" | "snapshot", name: string, origin: Origin): Promise<void>;
  /** Begins the fork, in the current state of its origin, or in the prepared one. */
  begin(name: string, origin: Origin): void;
  open(name: string, clock: StoreClock): Promise<Store>;
  /** Initial state of the fork, as a separate store; closing it leaves nothing behind. */
  openStart(name: string): Promise<Store>;
  /** Resets a fork to its initial state, above every revision that its clients have seen. Its store is closed. */
  reset(name: string): Promise<void>;
  /** Removes the fork, whose store is closed. */
  remove(name: string): Promise<void>;
  /** Keeps the current state of the origin, or the prepared one. */
  beginSnapshot(name: string, origin: Origin): void;
  removeSnapshot(name: string): Promise<void>;
  /** Called once after `openBase`: removes leftovers of an interrupted run other than these. */
  keepOnly?(forks: ReadonlySet<string>, snapshots: ReadonlySet<string>): Promise<void>;
}
