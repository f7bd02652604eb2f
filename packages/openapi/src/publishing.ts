import type { FeatureGates } from "@kiln/kinds";
import type { PublishNative } from "./publish-native.ts";

/** Settings that all documents depend on. */
export interface Publishing {
  readonly publishNative: PublishNative;
  /** Marks and unions behind a disabled feature gate are published, but not described. */
  readonly features: FeatureGates;
}
