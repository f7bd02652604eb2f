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

/** Parts of the server that a request uses on its way to the store and back. Made once, when the server starts. */
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
  /** All roles and bindings. */
  readonly rbac: RbacPolicy;
  /** The plugins that look at every write, in their order. */
  readonly plugins: readonly AdmissionPlugin[];
  /** Handed to {@link plugins}. */
  readonly admission: AdmissionServices;
  /** Handed to the strategies of kinds. */
  readonly kinds: ReviewServices;
}

/** Where costly requests wait for each other. */
export interface Turns {
  /** Requests with large bodies, or for large objects. */
  readonly large: LargeRequests;
  /** Answers that are made from trees. */
  readonly trees: TreeTurns;
}
