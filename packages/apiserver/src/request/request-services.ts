import type { Authorizer, RbacPolicy, ReviewServices } from "@kiln/access";
import type { AdmissionPlugin, AdmissionServices } from "@kiln/admission";
import type { Clock, Logger, Random } from "@kiln/api";
import type { Protobuf, Registry } from "@kiln/kinds";
import type { Semantics } from "@kiln/schema";
import type { Store } from "@kiln/store";
import type { Heads } from "./heads.ts";
import type { LargeRequests } from "./large-requests.ts";
import type { Limits } from "./limits.ts";
import type { TreeTurns } from "./tree-turns.ts";

/** Parts of the server that a request uses. Created once, at start. */
export interface RequestServices {
  readonly store: Store;
  readonly registry: Registry;
  readonly heads: Heads;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly semantics: Semantics;
  readonly protobuf: Protobuf;
  readonly limits: Limits;
  readonly turns: Turns;
  readonly authorizer: Authorizer;
  /** Roles and bindings of all namespaces. */
  readonly rbac: RbacPolicy;
  /** Admission plugins of every write, in order. */
  readonly plugins: readonly AdmissionPlugin[];
  /** Services of the admission plugins. */
  readonly admission: AdmissionServices;
  /** Services of the strategies of kinds. */
  readonly kinds: ReviewServices;
}

/** Queues of requests that take much processor time. */
export interface Turns {
  /** Queue of requests with large bodies, or for large objects. */
  readonly large: LargeRequests;
  /** Queue of responses that are encoded from trees. */
  readonly trees: TreeTurns;
}
