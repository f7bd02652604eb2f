import type { RequestInfo } from "../request/request-info.ts";

const SUBRESOURCES: ReadonlySet<string> = new Set(["attach", "exec", "log", "portforward", "proxy"]);

/**
 * Whether the response lasts as long as the client keeps it open: such requests have no deadline and are not limited.
 */
export function isLongRunning({ verb, isResource, subresource }: RequestInfo): boolean {
  return verb === "watch" || verb === "proxy" || (isResource && SUBRESOURCES.has(subresource));
}
