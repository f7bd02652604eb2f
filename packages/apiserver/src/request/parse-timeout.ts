import { durationToMs, parseDuration, statusBadRequest } from "@kiln/api";
import type { RequestInfo } from "./request-info.ts";

/** The client's timeout, bounded by the server's. Throws if it is no Go duration. */
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

/** As {@link parseTimeout}. An unreadable timeout is rejected by a filter; here it means the server's. */
export function timeoutOf(info: RequestInfo, maxMs: number): number {
  try {
    return parseTimeout(info, maxMs);
  } catch {
    return maxMs;
  }
}
