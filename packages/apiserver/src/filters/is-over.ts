import type { Context } from "../context.ts";
import { parseTimeout } from "./parse-timeout.ts";

/** Nobody waits for the answer any more: the client has gone, or was told that it took too long. */
export function isOver({ services, request, info, startedMs }: Context): boolean {
  const { clock, limits } = services;
  return request.signal.aborted || clock.monotonicMs() - startedMs > parseTimeout(info, limits.requestTimeoutMs);
}
