import type { Context } from "@kiln/apiserver";
import { type FaultSpec, isWatchAction } from "./fault.ts";

/**
 * Whether a fault matches this request. Requests for testing kinds never match, so that a test can always end a fault.
 */
export function matchesRequest(
  { match, action }: Pick<FaultSpec, "match" | "action">,
  { info, user, request }: Pick<Context, "info" | "user" | "request">,
): boolean {
  const agent = request.headers["user-agent"] ?? "";
  return (
    info.isResource &&
    (!isWatchAction(action) || info.verb === "watch") &&
    includes(match.verbs, info.verb) &&
    (match.resources.length === 0 || match.resources.includes(resourceOf(info))) &&
    includes(match.namespaces, info.namespace) &&
    includes(match.names, info.name) &&
    includes(match.users, user.name) &&
    (match.userAgents.length === 0 || match.userAgents.some((start) => agent.startsWith(start)))
  );
}

function includes(wanted: readonly string[], value: string): boolean {
  return wanted.length === 0 || wanted.includes(value);
}

/** Resource of a request in the form that faults use: `deployments.apps/scale`. */
export function resourceOf({ resource, group, subresource }: Context["info"]): string {
  const name = group === "" ? resource : `${resource}.${group}`;
  return subresource === "" ? name : `${name}/${subresource}`;
}
