import type {
  Authenticator,
  Authorizer,
  FrontProxy,
  RbacPolicy,
  ServiceAccountTokens,
  TokenAuthenticator,
} from "@kiln/access";
import type { AdmissionPlugin, PolicyProjections, WebhookProjections } from "@kiln/admission";
import type { Clock, KeyQueue, Logger, MetricFamily, Random } from "@kiln/api";
import type { RootCertificate } from "@kiln/controllers";
import type {
  FeatureGates,
  FlowProjection,
  NamespaceProjection,
  ObjectWriter,
  Protobuf,
  Registry,
  ServiceNumbers,
  Settings,
} from "@kiln/kinds";
import type { RuleEngine, Semantics } from "@kiln/schema";
import type { Store } from "@kiln/store";
import type { WebhookCaller } from "@kiln/webhook";
import type { ProxyTransport } from "@kiln/wire";
import type { Aggregation } from "./aggregation/aggregation.ts";
import type { NameClaims } from "./crd/name-claims.ts";
import type { TerminatingKinds } from "./crd/terminating-kinds.ts";
import type { Discovery } from "./discovery/discovery.ts";
import type { Audit } from "./filters/audit.ts";
import type { RequestLog } from "./filters/log-requests.ts";
import type { Heads } from "./list/create-heads.ts";
import type { KubeletSettings } from "./nodes/kubelet.ts";
import type { Health } from "./observe/health.ts";
import type { ServerMetrics } from "./observe/server-metrics.ts";
import type { OpenApi } from "./openapi/openapi.ts";
import type { LargeRequests } from "./request/large-requests.ts";
import type { TreeTurns } from "./request/tree-turns.ts";
import type { UnreadBytes } from "./request/unread-bytes.ts";
import type { FindKindVerb } from "./verbs/kind-verbs.ts";
import type { Watches } from "./watch/watches.ts";

/** How much is done at a time, and for how long. */
export interface Limits {
  readonly readOnlyInFlight: number;
  readonly mutatingInFlight: number;
  /** Queue length per user and kind of request; further requests get 429. */
  readonly waitingPerUser: number;
  /** Watches have none. */
  readonly requestTimeoutMs: number;
}

/** kube-apiserver's, where a user's requests wait in up to six queues of fifty. */
export const defaultLimits: Limits = {
  readOnlyInFlight: 400,
  mutatingInFlight: 200,
  waitingPerUser: 300,
  requestTimeoutMs: 60_000,
};

/** Shared parts of the server, made once when it starts. */
export interface Services {
  readonly objects: ObjectWriter;
  /** Verbs that only one built-in kind has. */
  readonly kindVerbs: FindKindVerb;
  readonly store: Store;
  readonly registry: Registry;
  readonly namespaces: NamespaceProjection;
  readonly heads: Heads;
  /** Addresses and node ports of Services. */
  readonly serviceNumbers: ServiceNumbers;
  readonly settings: Settings;
  readonly flows: FlowProjection;
  /** Other servers may write to the same store. */
  readonly sharesStore: boolean;
  /** The names that definitions of custom resources hold. */
  readonly nameClaims: NameClaims;
  readonly terminatingKinds: TerminatingKinds;
  /** Keys of CRDs whose status or clean-up is to be brought up to date, and tried again where that fails. */
  readonly definitionQueue: Pick<KeyQueue, "add">;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly semantics: Semantics;
  readonly features: FeatureGates;
  /** Runs the rules in the schemas of custom resources. */
  readonly rules: RuleEngine;
  /** Group versions of extension API servers. */
  readonly aggregation: Aggregation;
  /** Absent: extension API servers are not told who the user is. */
  readonly frontProxy?: FrontProxy;
  readonly discovery: Discovery;
  readonly openApi: OpenApi;
  readonly protobuf: Protobuf;
  readonly health: Health;
  readonly metrics: ServerMetrics;
  /** Process metrics, read on scrape. */
  readonly processMetrics: () => readonly MetricFamily[];
  readonly limits: Limits;
  readonly largeRequests: LargeRequests;
  /** Encoded bytes that clients have not read. */
  readonly unread: UnreadBytes;
  readonly treeTurns: TreeTurns;
  /** The first that knows the user decides. */
  readonly authenticators: readonly Authenticator[];
  /** Authenticates tokens for TokenReviews. */
  readonly tokens: TokenAuthenticator;
  /** Absent without a key to sign with. */
  readonly serviceAccountTokens?: ServiceAccountTokens;
  /** Accepted audiences of tokens. */
  readonly audiences: readonly string[];
  /** Whether this path is there for those who say nothing about themselves. */
  readonly anonymous: (path: string) => boolean;
  /** Absent: nothing is noted. */
  readonly audit?: Audit;
  /** Absent: requests are not logged. */
  readonly requestLog?: RequestLog;
  /** All roles and bindings. */
  readonly rbac: RbacPolicy;
  readonly authorizer: Authorizer;
  /** Undefined where there is no certificate. */
  readonly rootCertificate: RootCertificate | undefined;
  /** The plugins that look at every write, in their order. */
  readonly admission: readonly AdmissionPlugin[];
  /** The policies in force. */
  readonly policies: PolicyProjections;
  /** The webhooks that admission asks. */
  readonly webhooks: WebhookProjections;
  /** Connects to other servers for clients; absent in a server without a network. */
  readonly proxy?: ProxyTransport;
  readonly kubelet: KubeletSettings;
  /** Calls webhooks of every sort. */
  readonly webhookCaller: WebhookCaller;
  readonly watches: Watches;
}
