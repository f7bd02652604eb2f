/**
 * A default role in short form. A rule is `VERBS GROUPS RESOURCES`, followed by `NAMES` if it applies to certain
 * objects only, or `VERBS url:PATHS`; values are separated by commas, and `core` is the core group.
 */
export type BootstrapRole = {
  /** ClusterRole whose aggregation rule includes this one. */
  readonly aggregateTo?: string;
} & (
  | { readonly rules: readonly string[] }
  /** The ClusterRole gets the rules of all roles aggregated to the ClusterRole of this name. */
  | { readonly aggregates: string }
);

export interface BootstrapBinding {
  readonly role: string;
  /** Subjects: `User NAME`, `Group NAME` or `ServiceAccount NAMESPACE/NAME`. */
  readonly subjects: readonly string[];
}
