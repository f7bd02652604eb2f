import { statusForbidden, statusUnauthorized } from "@kiln/api";
import type { Context } from "./context.ts";

const ADMINISTRATORS = "system:masters";
const OPEN_PATHS: ReadonlySet<string> = new Set(["/healthz", "/livez", "/readyz", "/version"]);

/** Administrators may do everything; everybody else may see health and version. */
export function authorize({ user, info }: Context): void {
  if (user.groups.includes(ADMINISTRATORS)) {
    return;
  }
  if (!info.isResource && info.method === "GET" && OPEN_PATHS.has(info.path.replace(/(?<=.)\/$/, ""))) {
    return;
  }
  if (user.groups.includes("system:unauthenticated")) {
    throw statusUnauthorized("Unauthorized");
  }
  const group = { group: info.group, resource: info.resource };
  throw statusForbidden(group, info.name, `User "${user.name}" cannot ${info.verb} this`);
}
