import type { FrontProxy, ServiceAccountTokens } from "@kiln/access";
import type { PolicyProjections } from "@kiln/admission";
import type { Clock, Logger, Random } from "@kiln/api";
import type { KindServices, NamespaceProjection, ObjectWriter, Registry, ServiceNumbers, Settings } from "@kiln/kinds";
import type { Store } from "@kiln/store";
import type { RootCertificate } from "./root-certificate.ts";

/** Services of the server that controllers use. */
export interface ControllerServices {
  readonly store: Store;
  readonly registry: Registry;
  readonly namespaces: NamespaceProjection;
  readonly settings: Settings;
  readonly objects: ObjectWriter;
  /** Kind services, for code that stores objects without preparing them. */
  readonly kinds: KindServices;
  /** Addresses and node ports of Services. */
  readonly serviceNumbers: ServiceNumbers;
  readonly policies: PolicyProjections;
  /** Whether other servers may write to the same store. */
  readonly sharesStore: boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Issues service account tokens; absent without a signing key. */
  readonly serviceAccountTokens?: ServiceAccountTokens;
  /** PEM certificates by which clients verify the server; undefined where there is no certificate. */
  readonly rootCertificate: RootCertificate | undefined;
  readonly frontProxy?: FrontProxy;
}
