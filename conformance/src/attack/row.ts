import type { ConnectionOptions } from "../replay/connection.ts";

/**
 * The credential that an attacker has: none, a token with ClusterRole view or edit in one namespace, or a connection
 * opened with a client certificate of system:masters, as a proxy in front of Kiln has it.
 */
export type Identity = "anonymous" | "view" | "edit" | "certificate";

/** The server under attack, and the parts of the run that a row uses. */
export interface Target {
  /** Address and authority of the server, with the client certificate of an administrator. */
  readonly admin: ConnectionOptions;
  readonly host: string;
  readonly port: number;
  readonly tokens: Readonly<Record<"view" | "edit", string>>;
  readonly folder: string;
  /** Factor for the amounts that are sent: 1 in a whole run, less in a short one. */
  readonly scale: number;
  /** Milliseconds until the row must end by itself. */
  leftMs(): number;
  /** Bytes that the server has logged so far. */
  logBytes(): number;
  /** Log of the server from a byte on. */
  logFrom(byte: number): string;
  /** Processor time that all threads of the server have used so far. */
  processorMs(): number;
}

export interface Row {
  readonly name: string;
  readonly identity: Identity;
  /** Description of the bytes that are sent. */
  readonly sends: string;
  /** Bound on the growth of anonymous resident memory; by identity unless set. */
  readonly megabytes?: number;
  /** Bound on the server's processor time during which another client waits; 250 ms unless set. */
  readonly gapMs?: number;
  /** Maximum time that the row itself may send; 5 s unless set. */
  readonly seconds?: number;
  /** Whether the row is part of the short form. */
  readonly isShort?: boolean;
  /** Consecutive rows of one batch share a server: growth counts from the start of the first. */
  readonly batch?: string;
  /** Runs the attack. Resolves with violations other than of memory and gap, one sentence each. */
  attack(target: Target): Promise<readonly string[]>;
}

/** Megabytes that clients of one identity may make the server use, beyond the objects themselves. */
export const MEGABYTES: Readonly<Record<Identity, number>> = {
  anonymous: 64,
  view: 256,
  edit: 512,
  certificate: 512,
};
export const GAP_MS = 250;
export const SECONDS = 5;
