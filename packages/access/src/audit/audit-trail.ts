import type { User } from "@kiln/api";
import type { AuditDecision } from "./audit-policy.ts";

/** Audit data of a request until it is recorded. */
export interface AuditTrail extends AuditDecision {
  /** Authenticated user, before impersonation. */
  readonly user: User;
  readonly receivedAt: Date;
  /** Request body as sent; absent if it was not read, or is not recorded. */
  requestBody?: Uint8Array;
}
