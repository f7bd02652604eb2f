import {
  createAuthorizer,
  createBearerAuthenticator,
  createCertificateAuthenticator,
  createRbacPolicy,
  createServiceAccountTokens,
  createTokenChain,
  createWebSocketTokenAuthenticator,
  type FrontProxy,
  forAudiences,
  isPublicPath,
  type RbacPolicy,
  type ServiceAccountTokens,
  type TokenAuthenticator,
} from "@kiln/access";
import {
  type AdmissionServices,
  createPolicyProjections,
  createWebhookCaller,
  createWebhookProjections,
  selectPlugins,
} from "@kiln/admission";
import type { KeyQueue } from "@kiln/api";
import { type ControllerServices, createWorkQueue, toRootCertificate } from "@kiln/controllers";
import {
  createFlowProjection,
  createNamespaceProjection,
  createProtobuf,
  createRegistry,
  createServiceNumbers,
  createSettings,
  declarations,
  type FeatureGates,
  type FlowProjection,
  type KindServices,
} from "@kiln/kinds";
import { createPublishNative, type Publishing } from "@kiln/openapi";
import type { Semantics } from "@kiln/schema";
import type { WebhookCaller } from "@kiln/webhook";
import type { ProxyTransport } from "@kiln/wire";
import { type Aggregation, createAggregation } from "./aggregation/aggregation.ts";
import type { AggregatorServices } from "./aggregation/start-aggregator.ts";
import type { BuiltInKinds } from "./built-in-kinds.ts";
import type { DefinitionServices } from "./crd/definition-services.ts";
import { createNameClaims } from "./crd/name-claims.ts";
import { reconcileDefinition, settleDefinition } from "./crd/settle-definition.ts";
import { createTerminatingKinds } from "./crd/terminating-kinds.ts";
import { createDiscovery } from "./discovery/discovery.ts";
import type { FilterServices } from "./filters/filter-services.ts";
import { createHeads } from "./list/create-heads.ts";
import { defaultKubeletSettings } from "./nodes/kubelet.ts";
import { createHealth } from "./observe/health.ts";
import { createServerMetrics, type ServerMetrics } from "./observe/server-metrics.ts";
import { createSparingLog } from "./observe/sparing-log.ts";
import { createOpenApi } from "./openapi/openapi.ts";
import type { ProjectionServices } from "./projections.ts";
import { createLargeRequests, isContext, restIfLarge, waitOutside } from "./request/large-requests.ts";
import { defaultLimits } from "./request/limits.ts";
import type { RequestServices } from "./request/request-services.ts";
import { createTreeTurns } from "./request/tree-turns.ts";
import { UnreadBytes } from "./request/unread-bytes.ts";
import type { RouteServices } from "./routes.ts";
import type { ApiServerOptions } from "./server-options.ts";
import { BackgroundLog, BackgroundWork, FollowedWriter } from "./server-writes/background-work.ts";
import { createObjectWriter } from "./server-writes/object-writer.ts";
import { deleteEntries } from "./verbs/delete-entries.ts";
import { createKindVerbs } from "./verbs/kind-verbs.ts";
import { createWatches, type Watches } from "./watch/watches.ts";

/** All parts of a server, as services of its folders. */
export interface ServerParts {
  readonly requests: RequestServices;
  readonly filters: FilterServices;
  readonly routes: RouteServices;
  readonly projections: ProjectionServices;
  readonly definitions: DefinitionServices;
  readonly controllers: ControllerServices;
  readonly aggregator: AggregatorServices;
  readonly watches: Watches;
  readonly definitionQueue: KeyQueue;
  readonly background: BackgroundWork;
}

/** Creates all parts, before the store is read. */
export function createServerParts(options: ApiServerOptions, kinds: BuiltInKinds): ServerParts {
  const made: Made = {
    metrics: createServerMetrics(),
    rbac: createRbacPolicy(),
    flows: createFlowProjection(),
    aggregation: createAggregation(),
    watches: createWatches(options.clock),
    outbound: outboundOf(options),
    tokens: createTokenServices(options),
  };
  const background = new BackgroundWork(options.clock);
  // The write path and the projection of CRDs depend on these services, so they are created later.
  const base: KindServices = {
    store: options.store,
    clock: options.clock,
    random: options.random,
    log: new BackgroundLog(background, createSparingLog(options.log, options.clock)),
    semantics: kinds.semantics,
    features: kinds.features,
    registry: createRegistry(),
    serviceNumbers: createServiceNumbers({
      clock: options.clock,
      random: options.random,
      network: options.serviceNetwork,
    }),
    sharesStore: options.sharesStore ?? options.role !== undefined,
    objects: new FollowedWriter(
      background,
      createObjectWriter(() => requests),
    ),
    settleDefinition: (key, queued) => settleDefinition(definitions, key, queued),
  };
  const requests = createRequestServices(options, base, made);
  const { definitions, definitionQueue } = createDefinitionServices({ requests, kinds, made });
  const { store, registry, heads, log, clock } = requests;
  const { rbac, flows, aggregation, watches, outbound } = made;
  return {
    requests,
    definitions,
    definitionQueue,
    background,
    watches,
    filters: createFilterServices(options, requests, made),
    routes: createRouteServices(options, { requests, kinds, made }),
    projections: {
      admission: requests.admission,
      serviceNumbers: base.serviceNumbers,
      ...{ store, log, heads, rbac, flows, aggregation, definitions },
    },
    controllers: createControllerServices(options, requests, { ...made, background }),
    aggregator: { objects: base.objects, ...outbound, ...{ aggregation, store, registry, clock, log } },
  };
}

/** Parts that several folders use. */
interface Made {
  readonly metrics: ServerMetrics;
  readonly rbac: RbacPolicy;
  readonly flows: FlowProjection;
  readonly aggregation: Aggregation;
  readonly watches: Watches;
  readonly outbound: Outbound;
  readonly tokens: TokenServices;
}

function createRequestServices(options: ApiServerOptions, base: KindServices, made: Made): RequestServices {
  const { store, clock, random, log, registry, objects } = base;
  const { rbac, tokens } = made;
  const heads = createHeads(store);
  const authorizer = createAuthorizer(options.authorization ?? ["RBAC"], { rbac, registry, heads, store });
  const admission: AdmissionServices = {
    metrics: made.metrics,
    namespaces: createNamespaceProjection(),
    settings: createSettings(),
    policies: createPolicyProjections(),
    webhooks: createWebhookProjections(),
    webhookCaller: made.outbound.webhookCaller,
    waitOutside,
    rest: (requester) => (isContext(requester) ? restIfLarge(requester) : undefined),
    ...{ store, registry, clock, random, log, objects, authorizer },
  };
  return {
    semantics: base.semantics,
    protobuf: createProtobuf(),
    limits: { ...defaultLimits, ...options.limits },
    turns: { large: createLargeRequests(), trees: createTreeTurns() },
    plugins: options.admission ?? selectPlugins(),
    kinds: { authorizer, tokens: tokens.tokens, audiences: tokens.audiences, ...base },
    ...{ store, registry, heads, clock, random, log, authorizer, rbac, admission },
  };
}

interface Sources {
  readonly requests: RequestServices;
  readonly kinds: BuiltInKinds;
  readonly made: Made;
}

const UNCONDITIONAL = { isDryRun: false, preconditions: {} };

function createDefinitionServices({ requests, kinds, made: { metrics, outbound } }: Sources): {
  readonly definitions: DefinitionServices;
  readonly definitionQueue: KeyQueue;
} {
  const { store, registry, heads, clock, random, log } = requests;
  const { semantics, features, rules } = kinds;
  const definitionQueue = createWorkQueue({
    services: requests,
    name: "crd",
    work: (key) => reconcileDefinition(definitions, key),
  });
  const definitions: DefinitionServices = {
    nameClaims: createNameClaims(),
    terminatingKinds: createTerminatingKinds(definitionQueue),
    compile: { semantics, features, rules, random, webhookCaller: outbound.webhookCaller },
    deleteEntries: (resource, entries) => deleteEntries(requests, { resource, options: UNCONDITIONAL, entries }),
    forget(resource) {
      heads.forget(resource);
      metrics.forget(resource);
    },
    ...{ store, registry, clock, log, definitionQueue },
  };
  return { definitions, definitionQueue };
}

function createFilterServices(options: ApiServerOptions, requests: RequestServices, made: Made): FilterServices {
  const { clock, random, log, limits, authorizer } = requests;
  const { metrics, flows, tokens } = made;
  return {
    authenticators: [
      ...(options.authenticators ?? [createCertificateAuthenticator()]),
      createBearerAuthenticator(tokens.tokens, tokens.audiences),
      createWebSocketTokenAuthenticator(tokens.tokens, tokens.audiences),
    ],
    anonymous: options.anonymous ?? isPublicPath,
    unread: options.unread ?? new UnreadBytes(clock),
    ...{ clock, random, log, limits, authorizer, metrics, flows },
    ...(options.audit === undefined ? {} : { audit: options.audit }),
    ...(options.requestLog === undefined ? {} : { requestLog: options.requestLog }),
  };
}

function createRouteServices(options: ApiServerOptions, { requests, kinds, made }: Sources): RouteServices {
  const { store, registry, clock } = requests;
  const { aggregation, outbound, watches, metrics } = made;
  const { proxy } = outbound;
  const health = createHealth(store, clock);
  const accounts = accountTokensOf(made);
  const connections = {
    kubelet: options.kubelet ?? defaultKubeletSettings,
    ...(proxy === undefined ? {} : { proxy }),
  };
  return {
    watches,
    connections,
    kindVerbs: createKindVerbs(kinds, { connections, ...accounts }),
    aggregated: { aggregation, ...outbound },
    nonResource: {
      discovery: createDiscovery(registry, aggregation),
      openApi: createOpenApi({
        ...{ registry, aggregation },
        publishing: publishingOf(kinds.semantics, kinds.features),
        hasIssuer: accounts.serviceAccountTokens !== undefined,
      }),
      health,
      startedAt: clock.now(),
      features: kinds.features,
      ...(options.flags === undefined ? {} : { flags: options.flags }),
      metrics: {
        metrics,
        health,
        processMetrics: options.processMetrics ?? (() => []),
        addMetrics: options.addMetrics ?? (async (own) => own),
        registry,
        store,
      },
      ...accounts,
    },
  };
}

function createControllerServices(
  options: ApiServerOptions,
  { store, registry, clock, random, log, admission, kinds }: RequestServices,
  { background, ...made }: Made & { readonly background: BackgroundWork },
): ControllerServices {
  const { frontProxy } = made.outbound;
  return {
    namespaces: admission.namespaces,
    settings: admission.settings,
    policies: admission.policies,
    objects: kinds.objects,
    sharesStore: kinds.sharesStore,
    rootCertificate: toRootCertificate(options.rootCertificate),
    background,
    ...{ store, registry, clock, random, log, kinds },
    ...accountTokensOf(made),
    ...(frontProxy === undefined ? {} : { frontProxy }),
  };
}

function accountTokensOf({ tokens }: Made): Pick<TokenServices, "serviceAccountTokens"> {
  const { serviceAccountTokens } = tokens;
  return serviceAccountTokens === undefined ? {} : { serviceAccountTokens };
}

function publishingOf(semantics: Semantics, features: FeatureGates): Publishing {
  const hasUnions = semantics === "kep" && features.Unions;
  const marked = semantics === "kep" && features.FieldMutability ? declarations : [];
  return { publishNative: createPublishNative({ hasUnions, declarations: marked }), features };
}

/** Clients for outgoing connections of the server. */
interface Outbound {
  readonly webhookCaller: WebhookCaller;
  readonly proxy?: ProxyTransport;
  readonly frontProxy?: FrontProxy;
}

function outboundOf(options: ApiServerOptions): Outbound {
  const { webhooks, proxy, frontProxy } = options;
  return {
    webhookCaller: createWebhookCaller(options, webhooks),
    ...(proxy === undefined ? {} : { proxy }),
    ...(frontProxy === undefined ? {} : { frontProxy }),
  };
}

interface TokenServices {
  readonly tokens: TokenAuthenticator;
  /** Audiences that tokens may have. */
  readonly audiences: readonly string[];
  /** Service account tokens; absent without a signing key. */
  readonly serviceAccountTokens?: ServiceAccountTokens;
}

function createTokenServices(options: ApiServerOptions): TokenServices {
  const accountTokens =
    options.serviceAccountTokens && createServiceAccountTokens(options.serviceAccountTokens, options);
  const audiences = accountTokens?.audiences ?? [];
  const tokens = createTokenChain([
    ...(options.tokenAuthenticators ?? []).map((authenticator) => forAudiences(authenticator, audiences)),
    ...(accountTokens === undefined ? [] : [accountTokens.authenticate]),
  ]);
  return { tokens, audiences, ...(accountTokens === undefined ? {} : { serviceAccountTokens: accountTokens }) };
}
