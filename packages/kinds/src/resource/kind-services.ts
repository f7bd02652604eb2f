import type { Clock, JsonObject, Logger, Random, User } from "@kiln/api";
import type { Semantics } from "@kiln/schema";
import type { Store } from "@kiln/store";
import type { ServiceNumbers } from "../projections/service-numbers.ts";
import type { FeatureGates } from "./feature-gates.ts";
import type { ObjectWriter } from "./object-writer.ts";
import type { Registry } from "./registry.ts";

/** Parts of the server that strategies of kinds use. */
export interface KindServices {
  readonly store: Store;
  readonly registry: Registry;
  /** Addresses and node ports of Services. */
  readonly serviceNumbers: ServiceNumbers;
  /** True if other servers may write to the same store. */
  readonly sharesStore: boolean;
  readonly objects: ObjectWriter;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly semantics: Semantics;
  readonly features: FeatureGates;
  /** Reconciles the status of a CRD, in the turn in which the CRD was queued. */
  readonly settleDefinition: (key: string, queued?: JsonObject) => void;
}

/** Request that writes an object, as far as kinds need it. */
export interface KindContext {
  readonly services: KindServices;
  readonly user: User;
}
