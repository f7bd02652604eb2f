import type { Semantics } from "@kiln/schema";

/** `--feature-gates`, as far as kinds depend on them. */
export interface FeatureGates {
  readonly FieldMutability: boolean;
  readonly Unions: boolean;
  readonly ImmutableEphemeralVolumes: boolean;
}

export const allFeatures: FeatureGates = { FieldMutability: true, Unions: true, ImmutableEphemeralVolumes: true };

/** Server settings that kinds depend on. */
export interface BuiltInSettings {
  readonly semantics: Semantics;
  readonly features: FeatureGates;
}
