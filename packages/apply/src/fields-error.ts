import type { TypeFault } from "./check-type.ts";

export interface FieldsErrorCause {
  /** Errors of the object's fields; empty if it failed for another reason. */
  readonly faults: readonly TypeFault[];
  /** Object with the error: the configuration or the stored object. */
  readonly source: "config" | "live";
}

/**
 * Error if ownership cannot be computed: an object does not match its type, or cannot be converted. It has Kubernetes'
 * message.
 */
export class FieldsError extends Error {
  override readonly name = "FieldsError";
  readonly reason: FieldsErrorCause | undefined;

  constructor(message: string, reason?: FieldsErrorCause) {
    super(message);
    this.reason = reason;
  }
}
