/**
 * A default role in short form. A rule is `VERBS GROUPS RESOURCES`, followed by `NAMES` if it applies to certain
 * objects only, or `VERBS url:PATHS`; values are separated by commas, and `core` is the core group.
 */
export type BootstrapRole = {
  /** Cluster role that this one is aggregated to. */
  readonly aggregateTo?: string;
} & (
  | { readonly rules: readonly string[] }
  /** Has the rules of all roles aggregated to the cluster role of this name. */
  | { readonly aggregates: string }
);

export interface BootstrapBinding {
  readonly role: string;
  /** `User NAME`, `Group NAME` or `ServiceAccount NAMESPACE/NAME`. */
  readonly subjects: readonly string[];
}
