import type { FrontProxy, ServiceAccountTokens } from "@kiln/access";
import type { PolicyProjections } from "@kiln/admission";
import type { Clock, Logger, Random } from "@kiln/api";
import type { KindServices, NamespaceProjection, ObjectWriter, Registry, Settings } from "@kiln/kinds";
import type { Store } from "@kiln/store";
import type { RootCertificate } from "./root-certificate.ts";

/** Work that a server which stops waits for. */
export interface FollowedWork {
  /** Counts the work until it settles, and returns it. Writes of `objects` are counted anyway. */
  follow<T>(work: Promise<T>): Promise<T>;
}

/** Services of the server that controllers use. */
export interface ControllerServices {
  readonly store: Store;
  readonly registry: Registry;
  readonly namespaces: NamespaceProjection;
  readonly settings: Settings;
  readonly objects: ObjectWriter;
  readonly background: FollowedWork;
  /** Kind services, for code that stores objects without preparing them, and for the numbers of Services. */
  readonly kinds: KindServices;
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
