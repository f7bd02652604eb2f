import type { TypeFault } from "./check-type.ts";

export interface FieldsErrorCause {
  /** Where the object is not of its type; empty if that is not what went wrong. */
  readonly faults: readonly TypeFault[];
  /** The object that is not: the configuration, or what is stored. */
  readonly source: "config" | "live";
}

/** Ownership cannot be determined: an object does not fit its type, or does not convert. Its message is in Kubernetes' words. */
export class FieldsError extends Error {
  override readonly name = "FieldsError";
  readonly reason: FieldsErrorCause | undefined;

  constructor(message: string, reason?: FieldsErrorCause) {
    super(message);
    this.reason = reason;
  }
}
