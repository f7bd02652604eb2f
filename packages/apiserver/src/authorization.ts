import { quoteGo, type StatusError, statusForbidden } from "@kiln/api";
import { isAnonymous } from "./authentication.ts";
import type { User } from "./context.ts";
import type { RequestInfo } from "./request-info.ts";

/** Whether the user may do this. */
export type Authorizer = (user: User, info: RequestInfo) => boolean;

/** May do everything, and is never turned away for want of room. */
export const ADMINISTRATORS = "system:masters";

const PUBLIC_PATHS: ReadonlySet<string> = new Set(["/healthz", "/livez", "/readyz", "/version", "/version/"]);
const DISCOVERY_PATH = /^\/(?:apis?|openapi)(?:\/.*)?$/;

/** Administrators may do everything; everybody may see health and version; who is known may see who he is and what is served. */
export function authorizeAdministrators(user: User, info: RequestInfo): boolean {
  if (user.groups.includes(ADMINISTRATORS)) {
    return true;
  }
  if (info.isResource) {
    return info.resource === "selfsubjectreviews" && info.verb === "create" && !isAnonymous(user);
  }
  if (info.verb !== "get") {
    return false;
  }
  return PUBLIC_PATHS.has(info.path) || (!isAnonymous(user) && DISCOVERY_PATH.test(info.path));
}

/** The answer to a user who may not. */
export function forbidden(user: User, info: RequestInfo): StatusError {
  const { group, resource, name } = info;
  return statusForbidden(
    { group, resource },
    name,
    reasonOf(user, info).replace(/[&<>]/g, (found) => ESCAPES[found] ?? found),
  );
}

/** Kubernetes: the text may end up in a browser. */
const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function reasonOf(user: User, info: RequestInfo): string {
  const cannot = `User ${quoteGo(user.name)} cannot ${info.verb}`;
  if (!info.isResource) {
    return `${cannot} path ${quoteGo(info.path)}`;
  }
  const resource = info.subresource === "" ? info.resource : `${info.resource}/${info.subresource}`;
  const where = info.namespace === "" ? "at the cluster scope" : `in the namespace ${quoteGo(info.namespace)}`;
  return `${cannot} resource ${quoteGo(resource)} in API group ${quoteGo(info.group)} ${where}`;
}
