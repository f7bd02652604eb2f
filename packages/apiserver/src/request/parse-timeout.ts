import { durationToMs, parseDuration, statusBadRequest } from "@kiln/api";
import type { RequestInfo } from "./request-info.ts";

/** Timeout that the client requests, at most `maxMs`. Throws if it is no Go duration. */
export function parseTimeout({ query }: RequestInfo, maxMs: number): number {
  const text = query.get("timeout") ?? "";
  if (text === "") {
    return maxMs;
  }
  const { value, error } = parseDuration(text);
  if (value === undefined) {
    throw statusBadRequest(`invalid timeout specified in the request URL - ${error}`);
  }
  const timeoutMs = durationToMs(value);
  return timeoutMs > 0 && timeoutMs < maxMs ? timeoutMs : maxMs;
}

/**
 * Timeout of a request as by {@link parseTimeout}, or `maxMs` if it is invalid, which a filter has rejected already.
 */
export function timeoutOf(info: RequestInfo, maxMs: number): number {
  try {
    return parseTimeout(info, maxMs);
  } catch {
    return maxMs;
  }
}
