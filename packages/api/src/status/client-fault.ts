/** V8's maximum number of frames in a stack; absent in other engines. */
const errors: ErrorConstructor & { stackTraceLimit?: number | undefined } = Error;

/**
 * Error caused by the input of a client. It has no stack: recording one costs ten times as much as the error itself,
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
