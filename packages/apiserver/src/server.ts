import type { Clock } from "@kiln/api";
import type { Semantics } from "@kiln/schema";
import type { EventBatch, Store } from "@kiln/store";
import { authenticate } from "./authentication.ts";
import { authorize } from "./authorization.ts";
import type { Context } from "./context.ts";
import { cleanUpDefinition } from "./crd/clean-up-definition.ts";
import { createNameClaims } from "./crd/name-claims.ts";
import { projectDefinition, resumeDefinitions } from "./crd/project-definition.ts";
import { DEFINITION_PREFIX } from "./crd/stored-definition.ts";
import { createTerminatingKinds } from "./crd/terminating-kinds.ts";
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

/** Ready to serve when it resolves: custom resources and namespaces of the store are known. */
export async function createApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { store, clock, random, log, semantics = "kep", features = allFeatures } = options;
  const registry = createRegistry();
  const namespaces = createNamespaceProjection();
  const nameClaims = createNameClaims();
  const terminatingKinds = createTerminatingKinds((key) => cleanUpDefinition(services, key));
  const services: Services = {
    store,
    clock,
    random,
    log,
    semantics,
    features,
    registry,
    namespaces,
    nameClaims,
    terminatingKinds,
  };
  registry.replace(
    "",
    builtIns.map((builtIn) => toResource(builtIn, semantics)),
  );
  const stop = store.onCommit((batch) => project(services, batch));
  await load(services);
  await createNamespaces(services);
  resumeDefinitions(services);
  return { handle: (request) => handle(services, request), close: stop };
}

/** Feeds what the store holds to the projections, as if it were committed now. */
async function load(services: Services): Promise<void> {
  for (const prefix of [NAMESPACE_PREFIX, DEFINITION_PREFIX]) {
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
    } else if (event.key.startsWith(DEFINITION_PREFIX)) {
      projectDefinition(services, event);
    } else if (event.type === "delete") {
      services.terminatingKinds.touch(event.key);
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
    return withWarnings(errorResponse(error, services.log, request), warnings);
  }
}
