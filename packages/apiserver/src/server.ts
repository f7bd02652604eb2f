import {
  ANONYMOUS,
  type Authenticator,
  type AuthorizationMode,
  createAuthorizer,
  createBearerAuthenticator,
  createCertificateAuthenticator,
  createRbacPolicy,
  createServiceAccountTokens,
  createTokenChain,
  createWebSocketTokenAuthenticator,
  ensureBootstrapPolicy,
  type FrontProxy,
  forAudiences,
  isPublicPath,
  type ServiceAccountTokenOptions,
  type TokenAuthenticator,
} from "@kiln/access";
import {
  type AdmissionPlugin,
  createPolicyProjections,
  createWebhookCaller,
  createWebhookProjections,
  selectPlugins,
  type WebhookSettings,
} from "@kiln/admission";
import type { Clock, KeyQueue, Logger, MetricFamily, Random } from "@kiln/api";
import {
  type Advertised,
  type Controller,
  createWorkQueue,
  publishServer,
  type RootCertificate,
  type RunningController,
  startControllers,
  toRootCertificate,
} from "@kiln/controllers";
import {
  allFeatures,
  createFlowProjection,
  createNamespaceProjection,
  createProtobuf,
  createRegistry,
  createServiceNumbers,
  createSettings,
  declarations,
  type FeatureGates,
} from "@kiln/kinds";
import type { Semantics } from "@kiln/schema";
import { type Store, yieldTurn } from "@kiln/store";
import type { ApiRequest, ApiResponse, ProxyTransport } from "@kiln/wire";
import { createAggregation } from "./aggregation/aggregation.ts";
import { startAggregator } from "./aggregation/start-aggregator.ts";
import { type BuiltInKinds, createBuiltInKinds } from "./built-in-kinds.ts";
import { createNameClaims } from "./crd/name-claims.ts";
import { resumeDefinitions } from "./crd/project-definition.ts";
import { type ServedDefinition, toServedResources } from "./crd/served-definition.ts";
import { reconcileDefinition } from "./crd/settle-definition.ts";
import { createTerminatingKinds } from "./crd/terminating-kinds.ts";
import { createNamespaces } from "./create-namespaces.ts";
import { createDiscovery } from "./discovery/discovery.ts";
import type { Audit } from "./filters/audit.ts";
import { createDeadlines, type Deadlines } from "./filters/deadlines.ts";
import type { Filter } from "./filters/filter.ts";
import { createFilters } from "./filters/index.ts";
import { isLongRunning } from "./filters/is-long-running.ts";
import type { RequestLog } from "./filters/log-requests.ts";
import { timeoutOf } from "./filters/parse-timeout.ts";
import { runFilters } from "./filters/run-filters.ts";
import { textResponse } from "./http/respond.ts";
import { createHeads } from "./list/create-heads.ts";
import { defaultKubeletSettings, type KubeletSettings } from "./nodes/kubelet.ts";
import { createHealth } from "./observe/health.ts";
import { createServerMetrics } from "./observe/server-metrics.ts";
import { createSparingLog } from "./observe/sparing-log.ts";
import { createOpenApi } from "./openapi/openapi.ts";
import { createPublishNative } from "./openapi/publish-native.ts";
import type { Publishing } from "./openapi/publishing.ts";
import { loadProjections, project } from "./projections.ts";
import type { Context } from "./request/context.ts";
import { createLargeRequests } from "./request/large-requests.ts";
import { parseRequestInfo } from "./request/request-info.ts";
import { createTreeTurns } from "./request/tree-turns.ts";
import { UnreadBytes } from "./request/unread-bytes.ts";
import { route } from "./routes.ts";
import { createObjectWriter } from "./server-writes/object-writer.ts";
import { defaultLimits, type Limits, type Services } from "./services.ts";
import { createKindVerbs } from "./verbs/kind-verbs.ts";
import { createWatches } from "./watch/watches.ts";

export interface ApiServerOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly semantics?: Semantics;
  readonly features?: FeatureGates;
  /** Asked one after the other, before bearer tokens; the connection's certificate if absent. */
  readonly authenticators?: readonly Authenticator[];
  /** What bearer tokens may be, beside those of service accounts. */
  readonly tokenAuthenticators?: readonly TokenAuthenticator[];
  /** Absent: there are no tokens of service accounts. */
  readonly serviceAccountTokens?: ServiceAccountTokenOptions;
  /** Which paths are there for those who say nothing about themselves: health and version if absent. */
  readonly anonymous?: (path: string) => boolean;
  /** Asked one after the other about whom no administrator's group lets through; roles and bindings if absent. */
  readonly authorization?: readonly AuthorizationMode[];
  /** Absent: no audit log. */
  readonly audit?: Audit;
  /** Absent: requests are not logged. */
  readonly requestLog?: RequestLog;
  /** False: without the roles and bindings that every cluster starts with. */
  readonly hasBootstrapPolicy?: boolean;
  /** What `selectPlugins` gives; those that are on by default if absent. */
  readonly admission?: readonly AdmissionPlugin[];
  /** How webhooks are called; absent, none can be. */
  readonly webhooks?: WebhookSettings;
  /** Connects to kubelets, Pods and extension API servers for clients; absent, none can be reached. */
  readonly proxy?: ProxyTransport;
  readonly kubelet?: KubeletSettings;
  /** Shown to extension API servers, which take the user from the headers of its owner. */
  readonly frontProxy?: FrontProxy;
  readonly limits?: Partial<Limits>;
  /** The account of encoded bytes that clients have not read; one of its own if absent. */
  readonly unread?: UnreadBytes;
  /** Process metrics, for /metrics. */
  readonly processMetrics?: () => readonly MetricFamily[];
  /** The authorities by which clients know the server, for every namespace to find; PEM if they are never renewed. */
  readonly rootCertificate?: string | RootCertificate;
  /** By the names that kube-controller-manager has for them. */
  readonly disabledControllers?: readonly string[];
  /** Controllers of other packages, which start and stop with the server's own. */
  readonly addedControllers?: readonly Controller[];
  /** Other servers may run on the same store: one of them at a time has the controllers. */
  readonly sharesStore?: boolean;
  /** Advertised address of the server, once it is known; absent: it is not published. */
  readonly advertised?: Promise<Advertised | undefined>;
  /** What `createBuiltInKinds` gives, in place of `semantics` and `features`; kinds of the server's own if absent. */
  readonly kinds?: BuiltInKinds;
  /** Kinds beside the built-in ones that no stored CRD defines. */
  readonly definitions?: readonly ServedDefinition[];
  /** What requests that may be answered go through as well, first to last. */
  readonly filters?: readonly Filter[];
  /** Settles once clients are served: the controllers do not hold that up. The next turn if absent. */
  readonly whenServing?: Promise<void>;
}

/** A server that knows no socket. Never throws: whatever goes wrong is a Status. */
export interface ApiServer {
  handle(request: ApiRequest): Promise<ApiResponse>;
  /** Says that it is not ready any more, and goes on answering: to be called some time before it stops. */
  beginShutdown(): void;
  /** Ends all watches and stops following the store; the store stays open, because its opener closes it. */
  close(): void;
}

/** Ready to serve when it resolves: custom resources and namespaces of the store are known. */
export async function createApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { store, clock } = options;
  const definitionQueue = createWorkQueue({
    services: options,
    name: "crd: reconciling a CustomResourceDefinition",
    work: (key) => reconcileDefinition(services, key),
  });
  const { semantics = "kep", features = allFeatures } = options;
  const kinds = options.kinds ?? createBuiltInKinds({ semantics, features });
  const services: Services = createServices(options, kinds, definitionQueue);
  services.registry.replace("", [
    ...kinds.resources,
    ...(options.definitions ?? []).flatMap((served) => toServedResources(served, services)),
  ]);
  const stop = store.onCommit((batch) => project(services, batch));
  await loadProjections(services);
  const before = store.revision;
  await createNamespaces(services);
  if (options.hasBootstrapPolicy !== false) {
    await ensureBootstrapPolicy(services);
  }
  if (store.revision > before) {
    // Kubernetes: a watch cannot start before the objects that the server wrote at its start
    // (storage/cacher/watch_cache.go getAllEventsSinceLocked, v1.36).
    services.watches.forgetBefore(store.revision);
  }
  resumeDefinitions(services);
  const running = startControllers(services, {
    disabled: options.disabledControllers ?? [],
    added: options.addedControllers ?? [],
    sharesStore: options.sharesStore ?? false,
    after: options.whenServing ?? yieldTurn(),
  });
  const aggregator = afterServing(options, () => startAggregator(services));
  const published = options.advertised === undefined ? undefined : publishServer(services, options.advertised);
  const chain: Chain = {
    services,
    filters: createFilters(services, options.filters),
    deadlines: createDeadlines(clock),
  };
  return {
    handle: (request) => handle(chain, request),
    beginShutdown: services.health.beginShutdown,
    close() {
      stop();
      definitionQueue.stop();
      running.stop();
      aggregator.stop();
      published?.stop();
      chain.deadlines.close();
      services.watches.close();
    },
  };
}

/** Starts behind the first answers: nothing of it delays readiness. */
function afterServing(options: ApiServerOptions, start: () => RunningController): RunningController {
  let running: RunningController | undefined;
  let isStopped = false;
  void (options.whenServing ?? yieldTurn()).then(() => {
    running = isStopped ? undefined : start();
  });
  return {
    stop() {
      isStopped = true;
      running?.stop();
    },
  };
}

function publishingOf(semantics: Semantics, features: FeatureGates): Publishing {
  const hasUnions = semantics === "kep" && features.Unions;
  const marked = semantics === "kep" && features.FieldMutability ? declarations : [];
  return { publishNative: createPublishNative({ hasUnions, declarations: marked }), features };
}

/** What all parts share, before anything of the store is known. */
function createServices(options: ApiServerOptions, kinds: BuiltInKinds, definitionQueue: KeyQueue): Services {
  const { store, clock, random } = options;
  const { semantics, features } = kinds;
  const registry = createRegistry();
  const aggregation = createAggregation();
  const rbac = createRbacPolicy();
  const heads = createHeads(store);
  const services: Services = {
    objects: createObjectWriter(() => services),
    kindVerbs: createKindVerbs(kinds),
    store,
    clock,
    random,
    log: createSparingLog(options.log, clock),
    semantics,
    features,
    rules: kinds.rules,
    registry,
    namespaces: createNamespaceProjection(),
    heads,
    serviceNumbers: createServiceNumbers(clock, random),
    settings: createSettings(),
    flows: createFlowProjection(),
    sharesStore: options.sharesStore ?? false,
    nameClaims: createNameClaims(),
    terminatingKinds: createTerminatingKinds(definitionQueue),
    definitionQueue,
    aggregation,
    discovery: createDiscovery(registry, aggregation),
    openApi: createOpenApi(registry, aggregation, publishingOf(semantics, features)),
    protobuf: createProtobuf(),
    health: createHealth(store, clock),
    metrics: createServerMetrics(),
    processMetrics: options.processMetrics ?? (() => []),
    limits: { ...defaultLimits, ...options.limits },
    largeRequests: createLargeRequests(),
    unread: options.unread ?? new UnreadBytes(clock),
    treeTurns: createTreeTurns(),
    ...createTokenServices(options),
    ...(options.audit === undefined ? {} : { audit: options.audit }),
    ...(options.requestLog === undefined ? {} : { requestLog: options.requestLog }),
    anonymous: options.anonymous ?? isPublicPath,
    rbac,
    authorizer: createAuthorizer(options.authorization ?? ["RBAC"], { rbac, registry, heads, store }),
    admission: options.admission ?? selectPlugins(),
    policies: createPolicyProjections(),
    webhooks: createWebhookProjections(),
    ...outboundOf(options),
    rootCertificate: toRootCertificate(options.rootCertificate),
    watches: createWatches(clock),
  };
  return services;
}

/** How the server connects to others. */
function outboundOf(options: ApiServerOptions): Pick<Services, "webhookCaller" | "proxy" | "kubelet" | "frontProxy"> {
  const { webhooks, proxy, kubelet = defaultKubeletSettings, frontProxy } = options;
  const webhookCaller = createWebhookCaller(options, webhooks);
  return {
    webhookCaller,
    kubelet,
    ...(proxy === undefined ? {} : { proxy }),
    ...(frontProxy === undefined ? {} : { frontProxy }),
  };
}

type TokenServices = Pick<Services, "authenticators" | "tokens" | "audiences" | "serviceAccountTokens">;

function createTokenServices(options: ApiServerOptions): TokenServices {
  const accountTokens =
    options.serviceAccountTokens && createServiceAccountTokens(options.serviceAccountTokens, options);
  const audiences = accountTokens?.audiences ?? [];
  const tokens = createTokenChain([
    ...(options.tokenAuthenticators ?? []).map((authenticator) => forAudiences(authenticator, audiences)),
    ...(accountTokens === undefined ? [] : [accountTokens.authenticate]),
  ]);
  return {
    tokens,
    audiences,
    authenticators: [
      ...(options.authenticators ?? [createCertificateAuthenticator()]),
      createBearerAuthenticator(tokens, audiences),
      createWebSocketTokenAuthenticator(tokens, audiences),
    ],
    ...(accountTokens === undefined ? {} : { serviceAccountTokens: accountTokens }),
  };
}

interface Chain {
  readonly services: Services;
  readonly filters: readonly Filter[];
  readonly deadlines: Deadlines;
}

async function handle({ services, filters, deadlines }: Chain, request: ApiRequest): Promise<ApiResponse> {
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
