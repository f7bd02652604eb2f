import type { PlainFamily } from "./merge-metrics.ts";

/**
 * Message from the primary to a worker, over Node's channel between processes. A connection is sent with its socket.
 */
export type ToWorker =
  /** Certificates and keys exist, and the store is open. */
  | { readonly type: "start" }
  | { readonly type: "connection" }
  /** Certificates on disk have changed. */
  | { readonly type: "renew" }
  | { readonly type: "collect-metrics"; readonly id: number }
  | { readonly type: "metrics"; readonly id: number; readonly families: readonly (readonly PlainFamily[])[] }
  /** Readiness ends; requests are still served. */
  | { readonly type: "begin-shutdown" }
  | { readonly type: "stop" };

export type FromWorker =
  | { readonly type: "ready" }
  /** Number of connections that have ended since the last message. */
  | { readonly type: "closed"; readonly count: number }
  | { readonly type: "ask-metrics"; readonly id: number }
  | { readonly type: "collected-metrics"; readonly id: number; readonly families: readonly PlainFamily[] };

/** Descriptor at which a worker finds the channel to the primary's store. */
export const STORE_CHANNEL = 3;
