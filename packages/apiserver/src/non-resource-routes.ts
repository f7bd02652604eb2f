import type { ServiceAccountTokens } from "@kiln/access";
import { encodeJson, statusGeneric } from "@kiln/api";
import type { FeatureGates } from "@kiln/kinds";
import type { ApiResponse } from "@kiln/wire";
import { discover } from "./discovery/discover.ts";
import type { Discovery } from "./discovery/discovery.ts";
import { ISSUER_PATHS, serveIssuer } from "./discovery/serve-issuer.ts";
import { checkRouteRequest } from "./http/check-route-request.ts";
import { jsonResponse, pageNotFound } from "./http/respond.ts";
import { listPaths } from "./list-paths.ts";
import { checkHealth } from "./observe/check-health.ts";
import type { Health } from "./observe/health.ts";
import { type MetricsServices, readMetrics, readSlis } from "./observe/read-metrics.ts";
import { flagsPage, servePage, statusPage } from "./observe/serve-page.ts";
import type { OpenApi } from "./openapi/openapi.ts";
import { serveOpenApi } from "./openapi/serve-openapi.ts";
import type { Context } from "./request/context.ts";

/** Kubernetes release whose behavior Kiln follows. */
const VERSION = {
  major: "1",
  minor: "36",
  emulationMajor: "1",
  emulationMinor: "36",
  minCompatibilityMajor: "1",
  minCompatibilityMinor: "35",
  gitVersion: "v1.36.4+kiln",
  gitCommit: "",
  gitTreeState: "clean",
  buildDate: "1970-01-01T00:00:00Z",
  goVersion: "none",
  compiler: "none",
  platform: "any",
};

/** Parts of the server that non-resource paths use. */
export interface NonResourceServices {
  readonly discovery: Discovery;
  readonly openApi: OpenApi;
  readonly health: Health;
  readonly startedAt: Date;
  readonly features: FeatureGates;
  /** Flags for /flagz; absent: the page is not served. */
  readonly flags?: Readonly<Record<string, string>>;
  readonly metrics: MetricsServices;
  /** Service account tokens; absent without a signing key. */
  readonly serviceAccountTokens?: ServiceAccountTokens;
}

/** Serves the paths that name no resource: health, version, metrics, discovery, OpenAPI. */
export async function nonResourceRoutes(context: Context, services: NonResourceServices): Promise<ApiResponse> {
  const { path } = context.info;
  if (path === "/api" || path === "/apis" || path.startsWith("/api/") || path.startsWith("/apis/")) {
    return discover(context, services.discovery);
  }
  if (path.startsWith("/openapi/")) {
    return serveOpenApi(context, services.openApi);
  }
  if (ISSUER_PATHS.includes(path.replace(/\/$/, ""))) {
    return serveIssuer(context, services.serviceAccountTokens);
  }
  switch (path) {
    case "/":
    case "/index.html":
      return listRoot(context, services);
    case "/version":
    case "/version/":
      return readVersion(context);
    case "/metrics":
      return readMetrics(services.metrics);
    case "/metrics/slis":
      return readSlis(services.metrics);
    case "/flagz":
      return services.features.ComponentFlagz && services.flags !== undefined
        ? servePage(context, flagsPage(services.flags))
        : pageNotFound();
    case "/statusz":
      return services.features.ComponentStatusz ? serveStatus(context, services) : pageNotFound();
    default:
      if (path.startsWith("/version/")) {
        // Kubernetes: /version is a web service, which answers the paths below it (server/routes/version.go Install,
        // v1.36).
        throw statusGeneric(404);
      }
      return (await checkHealth(context, services.health)) ?? pageNotFound();
  }
}

function listRoot(context: Context, services: NonResourceServices): ApiResponse {
  return jsonResponse(200, encodeJson({ paths: pathsOf(context, services) }, { pretty: true }));
}

function pathsOf({ services }: Context, { health, features, flags, ...own }: NonResourceServices): string[] {
  const others = [
    ...(own.serviceAccountTokens === undefined ? [] : ISSUER_PATHS),
    ...(features.ComponentFlagz && flags !== undefined ? ["/flagz"] : []),
    ...(features.ComponentStatusz ? ["/statusz"] : []),
  ];
  return listPaths({ registry: services.registry, health, others });
}

function serveStatus(context: Context, services: NonResourceServices): ApiResponse {
  const state = {
    startedAt: services.startedAt,
    now: context.services.clock.now(),
    runtimeVersion: VERSION.goVersion,
    binaryVersion: VERSION.gitVersion.slice(1).replace(/\+.*/, ""),
    emulationVersion: `${VERSION.emulationMajor}.${VERSION.emulationMinor}`,
    paths: pathsOf(context, services),
  };
  return servePage(context, statusPage(state));
}

function readVersion({ info, request }: Context): ApiResponse {
  checkRouteRequest({ method: info.method, headers: request.headers, mediaTypes: ["application/json"] });
  return jsonResponse(200, encodeJson(VERSION, { pretty: true }));
}
