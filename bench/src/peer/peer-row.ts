import type { Operation } from "../server/run-load.ts";
import type { RunningServer } from "../server/start-server.ts";

/** Operations after which Kiln's engine has compiled most of what a row needs; kube-apiserver is compiled before. */
export const WARM_UP = 4000;

/** A line of the table: the same work on both servers, alternately. */
export interface PeerRow {
  readonly name: string;
  /** Number of operations on each server in each round. */
  readonly operations: number;
  /** The operation of a row. A turn is never used twice, so that objects of earlier rows and rounds do not matter. */
  readonly operate: Operation;
  /**
   * Number of operations on each server before the rounds; {@link WARM_UP} if absent. The first {@link operations} of
   * Kiln are a figure of their own.
   */
  readonly warmUp?: number;
  /** Requests in flight over four connections; 32 if absent. */
  readonly inFlight?: number;
  readonly prepare?: (server: RunningServer) => Promise<void>;
  readonly undo?: (server: RunningServer) => Promise<void>;
  /** Minimum of the peer's processor time divided by Kiln's. */
  readonly leastProcessor: number;
  /**
   * Goal for Kiln's rate divided by the peer's. It is printed and not enforced, because rates depend on other load of
   * the machine.
   */
  readonly goal: number;
}
