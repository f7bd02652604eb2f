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
  readonly services: RequestServices;
  readonly request: ApiRequest;
  readonly info: RequestInfo;
  /** Anonymous until authenticated. */
  user: User;
  /** Authenticated user, where {@link user} is impersonated. */
  impersonator?: User;
  /** Id of the request in the logs of client and server. */
  auditId?: string;
  /** Absent if the request is not audited. */
  audit?: AuditTrail;
  /** Time of the monotonic clock. */
  readonly startedMs: number;
  /** Sent as Warning headers with any response, in this order. */
  readonly warnings: string[];
  /** Audit annotations of admission, by qualified key; absent until there is one. */
  auditAnnotations?: Map<string, string>;
  /** Requested resource, once the router has found it. */
  resource?: Resource;
  /** Seat among the requests in flight; absent for requests that are not counted. */
  seat?: Seat;
  /** Accounts for the bytes that the response holds; absent until the user is known. */
  unread?: UnreadShare;
  /** Lets the next large request start; present in large requests only. */
  leave?: () => void;
}
