import type { Operation } from "../server/run-load.ts";
import type { RunningServer } from "../server/start-server.ts";

/** One line of the table: the same work on both servers, in turns. */
export interface PeerRow {
  readonly name: string;
  /** How often on each server in each round. */
  readonly operations: number;
  /** How many objects the operations of earlier rows and rounds left is up to the row: turns are never given twice. */
  readonly operate: Operation;
  /** Requests in flight over four connections; 32 if absent. */
  readonly inFlight?: number;
  readonly prepare?: (server: RunningServer) => Promise<void>;
  readonly undo?: (server: RunningServer) => Promise<void>;
  /** The peer's processor time over Kiln's must not be less. */
  readonly leastProcessor: number;
  /** The rate over the peer's that is the goal; shown, not enforced: rates of a shared machine are no measure. */
  readonly goal: number;
}
