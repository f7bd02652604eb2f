import type { FeatureGates } from "@kiln/kinds";
import type { PublishNative } from "./publish-native.ts";

/** Settings that documents depend on besides their resources. */
export interface Publishing {
  readonly publishNative: PublishNative;
  /** Marks and unions of CRDs that are not enforced are published, but not described. */
  readonly features: FeatureGates;
}
