import type { FeatureGates } from "@kiln/kinds";
import type { PublishNative } from "./publish-native.ts";

/** What documents depend on besides the resources that they are about. */
export interface Publishing {
  readonly publishNative: PublishNative;
  /** Marks and unions of custom kinds that are not enforced are published, and not described. */
  readonly features: FeatureGates;
}
