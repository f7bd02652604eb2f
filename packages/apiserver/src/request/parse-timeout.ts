import { durationToMs, parseDuration, statusBadRequest } from "@kiln/api";
import type { RequestInfo } from "./request-info.ts";

/** How long the client is willing to wait, within what the server is. Throws if it does not say so in Go's way. */
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

/** As {@link parseTimeout}. What cannot be read is for a filter to refuse, in no more time than the server allows. */
export function timeoutOf(info: RequestInfo, maxMs: number): number {
  try {
    return parseTimeout(info, maxMs);
  } catch {
    return maxMs;
  }
}
