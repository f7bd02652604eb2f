/**
 * A role every cluster starts with, written short. A rule is `VERBS GROUPS RESOURCES`, with `NAMES` behind it if it is
 * about certain objects only, or `VERBS url:PATHS`; each part has commas between its values, and `core` is the group
 * without a name.
 */
export type BootstrapRole = {
  /** Counts as a part of the cluster role of this name. */
  readonly aggregateTo?: string;
} & (
  | { readonly rules: readonly string[] }
  /** Has the rules of all parts of the cluster role of this name. */
  | { readonly aggregates: string }
);

export interface BootstrapBinding {
  readonly role: string;
  /** `User NAME`, `Group NAME` or `ServiceAccount NAMESPACE/NAME`. */
  readonly subjects: readonly string[];
}
