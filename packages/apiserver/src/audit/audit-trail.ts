import type { User } from "@kiln/api";
import type { AuditDecision } from "./audit-policy.ts";

/** What is kept of a request until it is noted. */
export interface AuditTrail extends AuditDecision {
  /** Who was authenticated, before he acted as anybody else. */
  readonly user: User;
  readonly receivedAt: Date;
  /** As it was sent; absent if nobody has read it, or nothing of it is noted. */
  requestBody?: Uint8Array;
}
