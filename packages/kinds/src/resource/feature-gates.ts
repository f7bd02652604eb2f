import type { Semantics } from "@kiln/schema";

/** `--feature-gates`, as far as kinds depend on them. */
export interface FeatureGates {
  readonly FieldMutability: boolean;
  readonly Unions: boolean;
  readonly ImmutableEphemeralVolumes: boolean;
}

export const allFeatures: FeatureGates = { FieldMutability: true, Unions: true, ImmutableEphemeralVolumes: true };

/** What the server was started with, as far as kinds depend on it. */
export interface BuiltInSettings {
  readonly semantics: Semantics;
  readonly features: FeatureGates;
}
