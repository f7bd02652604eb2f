import type { RequestInfo } from "../request/request-info.ts";

const SUBRESOURCES: ReadonlySet<string> = new Set(["attach", "exec", "log", "portforward", "proxy"]);

/** Whether the answer takes as long as the client likes: such requests have no deadline and no place in the limits. */
export function isLongRunning({ verb, isResource, subresource }: RequestInfo): boolean {
  return verb === "watch" || verb === "proxy" || (isResource && SUBRESOURCES.has(subresource));
}
