import type { Authenticator, Authorizer } from "@kiln/access";
import type { Clock, Logger, Random } from "@kiln/api";
import type { FlowProjection } from "@kiln/kinds";
import type { ServerMetrics } from "../observe/server-metrics.ts";
import type { Limits } from "../request/limits.ts";
import type { UnreadBytes } from "../request/unread-bytes.ts";
import type { Audit } from "./audit.ts";
import type { RequestLog } from "./log-requests.ts";

/** Parts of the server that filters use; each takes the few it needs. */
export interface FilterServices {
  /** Authenticators in order; the first that accepts decides. */
  readonly authenticators: readonly Authenticator[];
  /** Whether anonymous requests may use this path. */
  readonly anonymous: (path: string) => boolean;
  readonly authorizer: Authorizer;
  /** Audit log; absent: no audit. */
  readonly audit?: Audit;
  /** Request log; absent: requests are not logged. */
  readonly requestLog?: RequestLog;
  readonly flows: FlowProjection;
  readonly limits: Limits;
  /** Bytes of responses that clients have not read yet. */
  readonly unread: UnreadBytes;
  readonly metrics: ServerMetrics;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}
