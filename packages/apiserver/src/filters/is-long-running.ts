import type { RequestInfo } from "../request/request-info.ts";

const SUBRESOURCES: ReadonlySet<string> = new Set(["attach", "exec", "log", "portforward", "proxy"]);

/**
 * Whether the response lasts until the client closes it. Such requests have no deadline and do not count as requests in
 * flight.
 */
export function isLongRunning({ verb, isResource, subresource }: RequestInfo): boolean {
  return verb === "watch" || verb === "proxy" || (isResource && SUBRESOURCES.has(subresource));
}
