import type { ConnectionOptions } from "../replay/connection.ts";

/**
 * The credential that an attacker has: none, a token with ClusterRole view or edit in one namespace, or a connection
 * opened with a client certificate of system:masters, as a proxy in front of Kiln has it.
 */
export type Identity = "anonymous" | "view" | "edit" | "certificate";

/** The server under attack, as clients see it, and what a row may use of the run. */
export interface Target {
  /** Address and authority of the server, with the client certificate of an administrator. */
  readonly admin: ConnectionOptions;
  readonly host: string;
  readonly port: number;
  readonly tokens: Readonly<Record<"view" | "edit", string>>;
  readonly folder: string;
  /** 1 in a whole run, less in a short one: factor for the amounts that are sent. */
  readonly scale: number;
  /** Milliseconds until the row has to end by itself. */
  leftMs(): number;
  /** Bytes that the server has logged so far. */
  logBytes(): number;
  /** The log from a byte on. */
  logFrom(byte: number): string;
  /** Processor time that all threads of the server have used so far. */
  processorMs(): number;
}

export interface Row {
  readonly name: string;
  readonly identity: Identity;
  /** Bytes on the wire, in words. */
  readonly sends: string;
  /** Bound on the growth of anonymous resident memory; by identity unless set. */
  readonly megabytes?: number;
  /** Bound on the processor time for which another client waits; 250 ms unless set. */
  readonly gapMs?: number;
  /** Longest time that the row itself may send; 5 s unless set. */
  readonly seconds?: number;
  /** Part of the short form. */
  readonly isShort?: boolean;
  /** Rows of one batch in a row share a server: their growth is counted from the start of the first. */
  readonly batch?: string;
  /** Resolves with what did not hold beyond memory and gap: one sentence each. */
  attack(target: Target): Promise<readonly string[]>;
}

/** Megabytes that clients of one identity may take together, beyond the objects themselves. */
export const MEGABYTES: Readonly<Record<Identity, number>> = {
  anonymous: 64,
  view: 256,
  edit: 512,
  certificate: 512,
};
export const GAP_MS = 250;
export const SECONDS = 5;
