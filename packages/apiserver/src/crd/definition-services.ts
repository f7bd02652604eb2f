import type { Clock, KeyQueue, Logger } from "@kiln/api";
import type { Registry, Resource } from "@kiln/kinds";
import type { Entry, Store } from "@kiln/store";
import type { CompileServices } from "./crd-to-resources.ts";
import type { NameClaims } from "./name-claims.ts";
import type { TerminatingKinds } from "./terminating-kinds.ts";

/** Parts of the server that serve, reconcile and clean up CRDs. */
export interface DefinitionServices {
  readonly store: Store;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly log: Logger;
  /** Names that CRDs hold. */
  readonly nameClaims: NameClaims;
  readonly terminatingKinds: TerminatingKinds;
  /** Keys of CRDs whose status or clean-up must be reconciled; retried on failure. */
  readonly definitionQueue: Pick<KeyQueue, "add">;
  /** Services of the code that creates resources from CRDs. */
  readonly compile: CompileServices;
  /** Deletes custom resources, or marks them as deleted if finalizers hold them. */
  deleteEntries(resource: Resource, entries: readonly Entry[]): Promise<void>;
  /** Drops all state of a kind that is no longer served. */
  forget(resource: Resource): void;
}
