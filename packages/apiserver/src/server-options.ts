import type {
  Authenticator,
  AuthorizationMode,
  FrontProxy,
  ServiceAccountTokenOptions,
  TokenAuthenticator,
} from "@kiln/access";
import type { AdmissionPlugin, WebhookSettings } from "@kiln/admission";
import type { Clock, Logger, MetricFamily, Random } from "@kiln/api";
import type { Advertised, Controller, RootCertificate } from "@kiln/controllers";
import type { FeatureGates, ServiceNetwork } from "@kiln/kinds";
import type { Semantics } from "@kiln/schema";
import type { Store } from "@kiln/store";
import type { ProxyTransport } from "@kiln/wire";
import type { BuiltInKinds } from "./built-in-kinds.ts";
import type { ServedDefinition } from "./crd/served-definition.ts";
import type { Audit } from "./filters/audit.ts";
import type { Filter } from "./filters/filter.ts";
import type { RequestLog } from "./filters/log-requests.ts";
import type { KubeletSettings } from "./nodes/kubelet.ts";
import type { Limits } from "./request/limits.ts";
import type { UnreadBytes } from "./request/unread-bytes.ts";

export interface ApiServerOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly semantics?: Semantics;
  readonly features?: FeatureGates;
  /** Authenticators that are tried in order, before bearer tokens; absent: the client certificate of the connection. */
  readonly authenticators?: readonly Authenticator[];
  /** Authenticators of bearer tokens, besides those of service accounts. */
  readonly tokenAuthenticators?: readonly TokenAuthenticator[];
  /** Settings of service account tokens; absent: there are none. */
  readonly serviceAccountTokens?: ServiceAccountTokenOptions;
  /** Whether a path is open to anonymous requests; absent: health and version are. */
  readonly anonymous?: (path: string) => boolean;
  /** Authorization modes in order, for users outside system:masters; absent: RBAC. */
  readonly authorization?: readonly AuthorizationMode[];
  /** Audit log; absent: no audit. */
  readonly audit?: Audit;
  /** Request log; absent: requests are not logged. */
  readonly requestLog?: RequestLog;
  /** False to create the server without the default roles and bindings. */
  readonly hasBootstrapPolicy?: boolean;
  /**
   * APIServices that the server keeps for its own group versions: of all, of CRDs that change from now on (the store
   * has the others), or none; absent: all.
   */
  readonly ownApiServices?: "all" | "changed" | "none";
  /** Admission plugins, a result of `selectPlugins`; absent: the default plugins. */
  readonly admission?: readonly AdmissionPlugin[];
  /** Settings of webhook calls; absent: webhooks cannot be called. */
  readonly webhooks?: WebhookSettings;
  /** Connects to kubelets, Pods and extension API servers for clients; absent: such requests fail. */
  readonly proxy?: ProxyTransport;
  readonly kubelet?: KubeletSettings;
  /** Client certificate for extension API servers, which then accept the user from request headers. */
  readonly frontProxy?: FrontProxy;
  /** Addresses of Services; absent: 10.0.0.0/24. */
  readonly serviceNetwork?: ServiceNetwork | undefined;
  readonly limits?: Partial<Limits>;
  /** Account of encoded bytes that clients have not read; absent: a new one. */
  readonly unread?: UnreadBytes;
  /** Flags of the server with their values, for /flagz; absent: the page is not served. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Process metrics for /metrics. */
  readonly processMetrics?: () => readonly MetricFamily[];
  /**
   * PEM certificates by which clients verify the server, published in every namespace; a constant if they are never
   * renewed.
   */
  readonly rootCertificate?: string | RootCertificate;
  /** Controllers that do not run, by the names that kube-controller-manager has for them. */
  readonly disabledControllers?: readonly string[];
  /** Controllers of other packages, which start and stop with the server's. */
  readonly addedControllers?: readonly Controller[];
  /** True if other servers may use the same store: one of them at a time runs the controllers. */
  readonly sharesStore?: boolean;
  /**
   * Role of one of several servers that share an address and a store: the primary runs the controllers, workers only
   * answer requests.
   */
  readonly role?: "primary" | "worker";
  /** Adds the metrics of other servers at the same address. */
  readonly addMetrics?: (own: readonly MetricFamily[]) => Promise<readonly MetricFamily[]>;
  /** Advertised address of the server, once it is known; absent: no address is published. */
  readonly advertised?: Promise<Advertised | undefined>;
  /**
   * Built-in kinds, a result of `createBuiltInKinds`, in place of `semantics` and `features`; absent: the server
   * compiles its own.
   */
  readonly kinds?: BuiltInKinds;
  /** Further kinds, served without a stored CRD. */
  readonly definitions?: readonly ServedDefinition[];
  /** Additional filters of authorized requests, first to last. */
  readonly filters?: readonly Filter[];
  /** Settles once the server listens; controllers start after that. Absent: they start in the next turn. */
  readonly whenServing?: Promise<void>;
}
