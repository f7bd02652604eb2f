import type { AuditTrail } from "@kiln/access";
import type { User } from "@kiln/api";
import type { Resource } from "@kiln/kinds";
import type { ApiRequest } from "@kiln/wire";
import type { RequestInfo } from "./request-info.ts";
import type { RequestServices } from "./request-services.ts";
import type { Seat } from "./seat.ts";
import type { UnreadShare } from "./unread-bytes.ts";

/** One request on its way through the server. */
export interface Context {
  readonly services: RequestServices;
  readonly request: ApiRequest;
  readonly info: RequestInfo;
  /** Anonymous until authenticated. */
  user: User;
  /** Authenticated user, where {@link user} is impersonated. */
  impersonator?: User;
  /** The request's id in logs on both sides. */
  auditId?: string;
  /** Absent if nothing of the request is noted. */
  audit?: AuditTrail;
  /** By the clock that only goes forward. */
  readonly startedMs: number;
  /** Sent as Warning headers with whatever the answer is, in this order. */
  readonly warnings: string[];
  /** Audit annotations of admission, by qualified key; absent until there is one. */
  auditAnnotations?: Map<string, string>;
  /** Requested resource, once the router has found it. */
  resource?: Resource;
  /** The request's place among those in flight; absent in requests that are not counted. */
  seat?: Seat;
  /** The bytes that the answer holds; absent until the user is known. */
  unread?: UnreadShare;
  /** Lets the next large request in; present in a large one only. */
  leave?: () => void;
}
