import { appendAll } from "@kiln/api";
import { isListed, type Registry } from "@kiln/kinds";
import type { Health } from "./observe/health.ts";

export interface ServedPaths {
  readonly registry: Registry;
  readonly health: Health;
  /** Served besides. */
  readonly others: readonly string[];
}

/** All non-resource paths that the server serves, in alphabetical order. */
export function listPaths({ registry, health, others }: ServedPaths): string[] {
  const paths = [
    ...others,
    "/api",
    "/apis",
    "/apis/",
    "/metrics",
    "/metrics/slis",
    "/openapi/v2",
    "/openapi/v3",
    "/version",
  ];
  for (const group of registry.groups()) {
    const root = group === "" ? "/api" : `/apis/${group}`;
    const versions = registry
      .versionsOf(group)
      .filter(isListed)
      .map(({ version }) => `${root}/${version}`);
    if (versions.length > 0) {
      appendAll(paths, [root, ...versions, ...versions.map((path) => `/openapi/v3${path}`)]);
    }
  }
  for (const root of ["healthz", "livez", "readyz"]) {
    const checks = health.checks.filter((check) => (check.root ?? root) === root);
    appendAll(paths, [`/${root}`, ...checks.map(({ name }) => `/${root}/${name}`)]);
  }
  return [...new Set(paths)].sort();
}
