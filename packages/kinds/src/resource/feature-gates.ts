import type { Semantics } from "@kiln/schema";

/** Values of `--feature-gates` that kinds depend on. */
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
