import type { Clock } from "@kiln/api";
import type { Semantics } from "@kiln/schema";
import type { EventBatch, Store } from "@kiln/store";
import { authenticate } from "./authentication.ts";
import { authorize } from "./authorization.ts";
import type { Context } from "./context.ts";
import { crdToResources } from "./crd/crd-to-resources.ts";
import { createNamespaces } from "./create-namespaces.ts";
import type { ApiRequest, ApiResponse } from "./http/message.ts";
import { errorResponse, textResponse, withWarnings } from "./http/respond.ts";
import { parseRequestInfo } from "./request-info.ts";
import { toResource } from "./resources/builtin/built-in.ts";
import { builtIns } from "./resources/builtin/index.ts";
import { createNamespaceProjection, NAMESPACE_PREFIX } from "./resources/namespace-projection.ts";
import { createRegistry } from "./resources/registry.ts";
import { route } from "./routes.ts";
import { allFeatures, type FeatureGates, type Logger, type Random, type Services } from "./services.ts";
import { decodeStoredJson } from "./stored-json.ts";
import { openStoredValue } from "./stored-value.ts";

export interface ApiServerOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly semantics?: Semantics;
  readonly features?: FeatureGates;
}

/** A server that knows no socket. Never throws: whatever goes wrong is a Status. */
export interface ApiServer {
  handle(request: ApiRequest): Promise<ApiResponse>;
  /** Stops following the store; the store stays open, because whoever opened it closes it. */
  close(): void;
}

const CRD_PREFIX = "/registry/apiextensions.k8s.io/customresourcedefinitions/";

/** Ready to serve when it resolves: custom resources and namespaces of the store are known. */
export async function createApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { store, clock, random, log, semantics = "kep", features = allFeatures } = options;
  const registry = createRegistry();
  const namespaces = createNamespaceProjection();
  const services: Services = { store, clock, random, log, semantics, features, registry, namespaces };
  registry.replace(
    "",
    builtIns.map((builtIn) => toResource(builtIn, semantics)),
  );
  const stop = store.onCommit((batch) => project(services, batch));
  await load(services);
  await createNamespaces(services);
  return { handle: (request) => handle(services, request), close: stop };
}

/** Feeds what the store holds to the projections, as if it were committed now. */
async function load(services: Services): Promise<void> {
  for (const prefix of [NAMESPACE_PREFIX, CRD_PREFIX]) {
    for await (const slice of await services.store.range({ prefix })) {
      const events = slice.entries.map((entry) => ({ ...entry, type: "create" as const }));
      project(services, { events, revision: 0 });
    }
  }
}

/** Runs before the write is answered, so that the next request sees what it changed. */
function project(services: Services, batch: EventBatch): void {
  for (const event of batch.events) {
    if (event.key.startsWith(NAMESPACE_PREFIX)) {
      services.namespaces.apply(event);
    } else if (event.key.startsWith(CRD_PREFIX)) {
      const name = event.key.slice(CRD_PREFIX.length);
      const crd = event.value === undefined ? undefined : decodeStoredJson(openStoredValue(event.value).body);
      services.registry.replace(name, crd === undefined ? [] : crdToResources(crd, services));
    }
  }
}

async function handle(services: Services, request: ApiRequest): Promise<ApiResponse> {
  const info = parseRequestInfo(request.method, request.target);
  if (info === undefined) {
    return textResponse(400, "400 Bad Request");
  }
  const warnings: string[] = [];
  try {
    const context: Context = { services, request, info, user: authenticate(request), warnings };
    authorize(context);
    return withWarnings(await route(context), warnings);
  } catch (error) {
    return withWarnings(errorResponse(error, services.log), warnings);
  }
}
