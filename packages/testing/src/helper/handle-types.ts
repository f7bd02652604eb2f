import type { JsonObject } from "@kiln/api";
import type { FaultAction } from "../faults/fault.ts";

/** Spec of a Fault; docs/forks.md explains it. */
export interface FaultSpecObject {
  readonly match?: {
    readonly verbs?: string[];
    readonly resources?: string[];
    readonly namespaces?: string[];
    readonly names?: string[];
    readonly users?: string[];
    readonly userAgents?: string[];
  };
  readonly action: FaultAction;
  readonly delay?: string;
  readonly code?: number;
  readonly message?: string;
  readonly retryAfterSeconds?: number;
  readonly events?: number;
  readonly repeat?: number;
  readonly nth?: number[];
  readonly times?: number;
  readonly probability?: number;
  readonly seed?: number;
}

/** One request of a client, from the log of its cluster. */
export interface LoggedRequest {
  readonly number: number;
  readonly time: string;
  readonly user: string;
  readonly userAgent: string;
  readonly verb: string;
  /** Resource with group and subresource, such as `deployments.apps/status`. */
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  /** HTTP status code; absent while the request is in flight. */
  readonly code?: number;
  /** Name of the Fault that acted on the request. */
  readonly fault?: string;
  /** Writes of the request; a delete has no patch. */
  readonly writes: readonly { readonly type: string; readonly key: string; readonly patch: JsonObject | null }[];
}
