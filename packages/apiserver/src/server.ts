import { ANONYMOUS, ensureBootstrapPolicy } from "@kiln/access";
import type { MetricFamily } from "@kiln/api";
import { publishServer, startAfter, startControllers } from "@kiln/controllers";
import { allFeatures, type Resource } from "@kiln/kinds";
import { yieldTurn } from "@kiln/store";
import type { ApiRequest, ApiResponse } from "@kiln/wire";
import { ensureBuiltInVersions } from "./aggregation/ensure-built-in-versions.ts";
import { followDefinitions } from "./aggregation/follow-definitions.ts";
import { startAggregator } from "./aggregation/start-aggregator.ts";
import { createBuiltInKinds } from "./built-in-kinds.ts";
import { resumeDefinitions } from "./crd/project-definition.ts";
import { toServedResources } from "./crd/served-definition.ts";
import { createNamespaces } from "./create-namespaces.ts";
import { createDeadlines, type Deadlines } from "./filters/deadlines.ts";
import type { Filter } from "./filters/filter.ts";
import { createFilters } from "./filters/index.ts";
import { isLongRunning } from "./filters/is-long-running.ts";
import { runFilters } from "./filters/run-filters.ts";
import { textResponse } from "./http/respond.ts";
import { readFamilies } from "./observe/read-metrics.ts";
import { isProjected, loadProjections, project } from "./projections.ts";
import type { Context } from "./request/context.ts";
import { timeoutOf } from "./request/parse-timeout.ts";
import { parseRequestInfo } from "./request/request-info.ts";
import type { RequestServices } from "./request/request-services.ts";
import { createRouter } from "./routes.ts";
import type { ApiServerOptions } from "./server-options.ts";
import { createServerParts, type ServerParts } from "./server-parts.ts";
import { type CreateTrial, openCreateTrial, type TrialOptions } from "./server-writes/create-trial.ts";

/** A served resource. */
export interface TriedKind {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

/** API server without sockets. Never throws: every error is a Status. */
export interface ApiServer {
  handle(request: ApiRequest): Promise<ApiResponse>;
  /**
   * Checks creates of a kind without storing them, at a fraction of the cost of requests. Undefined for a kind that is
   * not served and, unless in dry runs, for one whose objects other requests depend on.
   */
  openTrial(kind: TriedKind, options: TrialOptions): CreateTrial | undefined;
  /** Metrics of this server, without those of workers. */
  metrics(): readonly MetricFamily[];
  /** Makes readiness fail while requests are still answered. Called some time before the server stops. */
  beginShutdown(): void;
  /**
   * Ends all watches and the server's own work at once. Resolves when writes of that work have ended, after which the
   * opener of the store may close it.
   */
  close(): Promise<void>;
}

/** Creates a server that is ready when the promise resolves: custom resources and namespaces of the store are known. */
export async function createApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { store, clock } = options;
  const { semantics = "kep", features = allFeatures } = options;
  const kinds = options.kinds ?? createBuiltInKinds({ semantics, features });
  const parts = createServerParts(options, kinds);
  const { requests, definitions, watches } = parts;
  requests.registry.replace("", [
    ...kinds.resources,
    ...(options.definitions ?? []).flatMap((served) => toServedResources(served, definitions.compile)),
  ]);
  const stop = await followStore(parts);
  const before = store.revision;
  const isWorker = options.role === "worker";
  const ownApiServices = isWorker ? "none" : (options.ownApiServices ?? "all");
  await createNamespaces({ namespaces: requests.admission.namespaces, ...requests.kinds });
  if (options.hasBootstrapPolicy !== false) {
    await ensureBootstrapPolicy(requests);
  }
  if (ownApiServices === "all") {
    await ensureBuiltInVersions(requests.kinds);
  }
  if (store.revision > before) {
    // Kubernetes: a watch cannot start before the objects that the server wrote at its start
    // (storage/cacher/watch_cache.go getAllEventsSinceLocked, v1.36).
    watches.forgetBefore(store.revision);
  }
  if (!isWorker) {
    resumeDefinitions(definitions);
  }
  // Controllers start after the first responses: they must not delay readiness.
  const serving = options.whenServing ?? yieldTurn();
  const elects = options.sharesStore === true && options.role === undefined;
  const running = isWorker
    ? undefined
    : startControllers(parts.controllers, {
        disabled: options.disabledControllers ?? [],
        added: options.addedControllers ?? [],
        sharesStore: elects,
        after: serving,
      });
  const aggregator = startAfter(serving, () => startAggregator(parts.aggregator));
  const registration =
    ownApiServices === "none"
      ? undefined
      : startAfter(serving, () => followDefinitions(parts.aggregator, { isComplete: ownApiServices === "changed" }));
  const published =
    options.advertised === undefined
      ? undefined
      : publishServer({ ...parts.controllers, sharesStore: elects }, options.advertised);
  const chain: Chain = {
    services: requests,
    filters: createFilters(parts.filters, options.filters),
    deadlines: createDeadlines(clock),
    route: createRouter(parts.routes),
  };
  return {
    handle: (request) => handle(chain, request),
    openTrial: (kind, options) => openTrial(parts, kind, options),
    metrics: () => readFamilies(parts.routes.nonResource.metrics),
    beginShutdown: parts.routes.nonResource.health.beginShutdown,
    close() {
      stop();
      for (const part of [parts.definitionQueue, running, aggregator, registration, published]) {
        part?.stop();
      }
      chain.deadlines.close();
      watches.close();
      return parts.background.end();
    },
  };
}

/** Reads the objects that the server follows, and follows them from then on until the returned function is called. */
async function followStore({ projections, routes }: ServerParts): Promise<() => void> {
  const stop = projections.store.onCommit((batch) => project(projections, batch));
  await loadProjections(projections);
  routes.nonResource.health.markSynced();
  return stop;
}

function openTrial(
  { requests, routes }: Pick<ServerParts, "requests" | "routes">,
  { group, version, plural }: TriedKind,
  options: TrialOptions,
): CreateTrial | undefined {
  const resource = requests.registry.find(group, version, plural);
  const isOrdinary =
    resource !== undefined &&
    (options.isDryRun || !isFollowed(resource)) &&
    routes.kindVerbs(resource, "", "create") === undefined;
  return isOrdinary ? openCreateTrial(requests, options, resource) : undefined;
}

/** Whether parts of the server follow the stored objects of the kind, and not only allocated values. */
function isFollowed({ storage, strategy }: Resource): boolean {
  return isProjected(storage.prefix) && strategy.allocation?.assign === undefined;
}

interface Chain {
  readonly services: RequestServices;
  readonly filters: readonly Filter[];
  readonly deadlines: Deadlines;
  readonly route: (context: Context) => Promise<ApiResponse>;
}

async function handle({ services, filters, deadlines, route }: Chain, request: ApiRequest): Promise<ApiResponse> {
  const info = parseRequestInfo(request.method, request.target);
  if (info === undefined) {
    return textResponse(400, "400 Bad Request");
  }
  const startedMs = services.clock.monotonicMs();
  const context: Context = { services, request, info, user: ANONYMOUS, startedMs, warnings: [] };
  if (isLongRunning(info)) {
    return runFilters(filters, context, route);
  }
  const timeoutMs = timeoutOf(info, services.limits.requestTimeoutMs);
  return deadlines.limit(context, timeoutMs, runFilters(filters, context, route));
}
