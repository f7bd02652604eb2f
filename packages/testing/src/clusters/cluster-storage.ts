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
  /** Called before the object of a fork or snapshot is written, where the copy takes time. May be called in vain. */
  prepare?(kind: "fork" | "snapshot", name: string, origin: Origin): Promise<void>;
  /** The fork is there from now on, as its origin is now, or was when it was prepared. */
  begin(name: string, origin: Origin): void;
  open(name: string, clock: StoreClock): Promise<Store>;
  /** The fork as it started, in a store of its own; closing it leaves nothing behind. */
  openStart(name: string): Promise<Store>;
  /** Resets a fork to its initial state, above every revision that its clients have seen. Its store is closed. */
  reset(name: string): Promise<void>;
  /** Its store is closed. */
  remove(name: string): Promise<void>;
  /** Keeps the origin as it is now, or was when it was prepared. */
  beginSnapshot(name: string, origin: Origin): void;
  removeSnapshot(name: string): Promise<void>;
  /** Called once after `openBase`: whatever an interrupted run left behind of others than these may go. */
  keepOnly?(forks: ReadonlySet<string>, snapshots: ReadonlySet<string>): Promise<void>;
}
