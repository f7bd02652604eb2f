import type { Context } from "./context.ts";
import { discover } from "./discovery/discover.ts";
import type { ApiResponse } from "./http/message.ts";
import { objectResponse, textResponse } from "./http/respond.ts";

/** The Kubernetes release whose behaviour Kiln follows. */
const VERSION = {
  major: "1",
  minor: "36",
  gitVersion: "v1.36.4+kiln",
  gitCommit: "",
  gitTreeState: "clean",
  buildDate: "1970-01-01T00:00:00Z",
  goVersion: "none",
  compiler: "none",
  platform: "any",
};

const HEALTH_PATHS: ReadonlySet<string> = new Set(["/healthz", "/livez", "/readyz"]);

/** Paths that name no resource; undefined is a 404. */
export function nonResourceRoutes(context: Context): ApiResponse | undefined {
  const { path } = context.info;
  if (HEALTH_PATHS.has(path)) {
    return textResponse(200, "ok");
  }
  if (path === "/version" || path === "/version/") {
    return objectResponse(200, VERSION);
  }
  return discover(context);
}
