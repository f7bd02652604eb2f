import type { Clock, KeyQueue, Logger } from "@kiln/api";
import type { Registry, Resource } from "@kiln/kinds";
import type { Entry, Store } from "@kiln/store";
import type { CompileServices } from "./crd-to-resources.ts";
import type { NameClaims } from "./name-claims.ts";
import type { TerminatingKinds } from "./terminating-kinds.ts";

/** Parts of the server that settle, serve and clean up CRDs. */
export interface DefinitionServices {
  readonly store: Store;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly log: Logger;
  /** The names that definitions of custom resources hold. */
  readonly nameClaims: NameClaims;
  readonly terminatingKinds: TerminatingKinds;
  /** Keys of CRDs whose status or clean-up is to be brought up to date, and tried again where that fails. */
  readonly definitionQueue: Pick<KeyQueue, "add">;
  /** Handed to what makes resources of CRDs. */
  readonly compile: CompileServices;
  /** Deletes custom resources, or marks them where finalizers hold them. */
  deleteEntries(resource: Resource, entries: readonly Entry[]): Promise<void>;
  /** The kind is not served any more: nothing of it is kept. */
  forget(resource: Resource): void;
}
