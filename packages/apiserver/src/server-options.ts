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
  /** Tried in order, before bearer tokens; the connection's certificate if absent. */
  readonly authenticators?: readonly Authenticator[];
  /** Authenticators of bearer tokens, besides those of service accounts. */
  readonly tokenAuthenticators?: readonly TokenAuthenticator[];
  /** Absent: no service account tokens. */
  readonly serviceAccountTokens?: ServiceAccountTokenOptions;
  /** Paths for anonymous requests; health and version if absent. */
  readonly anonymous?: (path: string) => boolean;
  /** Tried in order for users outside system:masters; RBAC if absent. */
  readonly authorization?: readonly AuthorizationMode[];
  /** Absent: no audit log. */
  readonly audit?: Audit;
  /** Absent: requests are not logged. */
  readonly requestLog?: RequestLog;
  /** False: without the default roles and bindings. */
  readonly hasBootstrapPolicy?: boolean;
  /**
   * APIServices that the server keeps of its own group versions: of all, of CRDs that change from now on (the store has
   * the others), or none; all if absent.
   */
  readonly ownApiServices?: "all" | "changed" | "none";
  /** Result of `selectPlugins`; the default plugins if absent. */
  readonly admission?: readonly AdmissionPlugin[];
  /** Settings for calling webhooks; absent: none can be called. */
  readonly webhooks?: WebhookSettings;
  /** Connects to kubelets, Pods and extension API servers for clients; absent, none can be reached. */
  readonly proxy?: ProxyTransport;
  readonly kubelet?: KubeletSettings;
  /** Client certificate for extension API servers, which then accept the user from request headers. */
  readonly frontProxy?: FrontProxy;
  /** The addresses of Services; 10.0.0.0/24 if absent. */
  readonly serviceNetwork?: ServiceNetwork | undefined;
  readonly limits?: Partial<Limits>;
  /** Account of encoded bytes that clients have not read; a new one if absent. */
  readonly unread?: UnreadBytes;
  /** Process metrics, for /metrics. */
  readonly processMetrics?: () => readonly MetricFamily[];
  /**
   * PEM certificates by which clients verify the server, published in every namespace; a constant if they are never
   * renewed.
   */
  readonly rootCertificate?: string | RootCertificate;
  /** By the names that kube-controller-manager has for them. */
  readonly disabledControllers?: readonly string[];
  /** Controllers of other packages, which start and stop with the server's own. */
  readonly addedControllers?: readonly Controller[];
  /** Whether other servers may use the same store: one of them at a time runs the controllers. */
  readonly sharesStore?: boolean;
  /** Servers with one address on one store: the primary runs the controllers, workers answer requests. */
  readonly role?: "primary" | "worker";
  /** Adds the metrics of other servers at the same address. */
  readonly addMetrics?: (own: readonly MetricFamily[]) => Promise<readonly MetricFamily[]>;
  /** Advertised address of the server, once it is known; absent: it is not published. */
  readonly advertised?: Promise<Advertised | undefined>;
  /** Result of `createBuiltInKinds`, in place of `semantics` and `features`; kinds of the server's own if absent. */
  readonly kinds?: BuiltInKinds;
  /** Kinds beside the built-in ones that no stored CRD defines. */
  readonly definitions?: readonly ServedDefinition[];
  /** Additional filters of authorized requests, first to last. */
  readonly filters?: readonly Filter[];
  /** Settles once clients are served; controllers start after that. The next turn if absent. */
  readonly whenServing?: Promise<void>;
}
