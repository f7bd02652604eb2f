import type { HeadSource, Registry } from "@kiln/kinds";
import type { Store } from "@kiln/store";

/** Where the Pods of a node are found. */
export interface PodServices {
  readonly registry: Registry;
  readonly heads: HeadSource;
  readonly store: Store;
}
