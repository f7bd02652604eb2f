import type { TypeFault } from "./check-type.ts";

export interface FieldsErrorCause {
  /** Paths at which the object does not match its type; empty for other failures. */
  readonly faults: readonly TypeFault[];
  /** The object at fault: the configuration or the stored object. */
  readonly source: "config" | "live";
}

/**
 * Ownership cannot be determined: an object does not match its type, or cannot be converted. With Kubernetes' message.
 */
export class FieldsError extends Error {
  override readonly name = "FieldsError";
  readonly reason: FieldsErrorCause | undefined;

  constructor(message: string, reason?: FieldsErrorCause) {
    super(message);
    this.reason = reason;
  }
}
