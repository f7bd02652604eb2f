import type { Semantics } from "@kiln/schema";

/** Values of `--feature-gates`. */
export interface FeatureGates {
  readonly FieldMutability: boolean;
  readonly Unions: boolean;
  readonly ImmutableEphemeralVolumes: boolean;
  /** Whether /flagz is served. */
  readonly ComponentFlagz: boolean;
  /** Whether /statusz is served. */
  readonly ComponentStatusz: boolean;
}

export const allFeatures: FeatureGates = {
  FieldMutability: true,
  Unions: true,
  ImmutableEphemeralVolumes: true,
  ComponentFlagz: true,
  ComponentStatusz: true,
};

/** Server settings that kinds depend on. */
export interface BuiltInSettings {
  readonly semantics: Semantics;
  readonly features: FeatureGates;
}
