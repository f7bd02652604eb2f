import type { AuditTrail } from "@kiln/access";
import type { User } from "@kiln/api";
import type { Resource } from "@kiln/kinds";
import type { ApiRequest } from "@kiln/wire";
import type { RequestInfo } from "./request-info.ts";
import type { RequestServices } from "./request-services.ts";
import type { Seat } from "./seat.ts";
import type { UnreadShare } from "./unread-bytes.ts";

/** State of one request. */
export interface Context {
  /** A filter may replace the store by one that observes the writes of this request. */
  services: RequestServices;
  readonly request: ApiRequest;
  readonly info: RequestInfo;
  /** User of the request; anonymous until authenticated. */
  user: User;
  /** Authenticated user, if {@link user} is impersonated. */
  impersonator?: User;
  /** Audit-ID of the request, in the logs of client and server. */
  auditId?: string;
  /** Audit state; absent if the request is not audited. */
  audit?: AuditTrail;
  /** Start of the request in the monotonic clock. */
  readonly startedMs: number;
  /** Warning headers of the response, in this order, whatever its status. */
  readonly warnings: string[];
  /** Audit annotations of admission, by qualified key; absent while there are none. */
  auditAnnotations?: Map<string, string>;
  /** Requested resource, once the router has found it. */
  resource?: Resource;
  /** Seat among the requests in flight; absent for requests that are not counted. */
  seat?: Seat;
  /** Accounts for the bytes that the response holds; absent until the user is known. */
  unread?: UnreadShare;
  /** Ends a large request, so that the next one starts; absent in other requests. */
  leave?: (() => void) | undefined;
  /** Calls of other programs that the request waits for; absent before the first. */
  outside?: Outside;
}

export interface Outside {
  calls: number;
  /** True if the request is large when the calls have ended. */
  isLarge: boolean;
  /** Wait for the turn of a large request; undefined unless it waits: a second turn of one request would never end. */
  entering: Promise<void> | undefined;
}
