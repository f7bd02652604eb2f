import { type StatusError, statusTimeout } from "@kiln/api";
import type { Context } from "./context.ts";
import { parseTimeout } from "./parse-timeout.ts";

/** Status of a request that took too long. */
export function tooLate(): StatusError {
  return statusTimeout("request did not complete within the allotted timeout", 0);
}

/**
 * Throws if the client has disconnected or the request has timed out. Called after a wait, so that no work is wasted.
 */
export function refuseIfLate({ services, request, info, startedMs }: Context): void {
  const { clock, limits } = services;
  if (request.signal.aborted || clock.monotonicMs() - startedMs > parseTimeout(info, limits.requestTimeoutMs)) {
    throw tooLate();
  }
}
