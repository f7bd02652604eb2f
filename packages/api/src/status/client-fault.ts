/** V8's bound on the frames of a stack; absent in other engines. */
const errors: ErrorConstructor & { stackTraceLimit?: number | undefined } = Error;

/**
 * Error that the input of a client causes. It has no stack: making one costs ten times as much as the rest of the error,
 * and a hostile client can cause thousands a second.
 */
export class ClientFault extends Error {
  constructor(message?: string, options?: ErrorOptions) {
    const limit = errors.stackTraceLimit;
    errors.stackTraceLimit = 0;
    super(message, options);
    errors.stackTraceLimit = limit;
  }
}
