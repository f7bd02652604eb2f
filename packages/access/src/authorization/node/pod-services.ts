import type { HeadSource, Registry } from "@kiln/kinds";
import type { Store } from "@kiln/store";

/** Source of the Pods of a node. */
export interface PodServices {
  readonly registry: Registry;
  readonly heads: HeadSource;
  readonly store: Store;
}
