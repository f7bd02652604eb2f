import type { ScalePaths } from "../../resource/resource.ts";

/** Paths of replicas and selector in scalable kinds. */
export const replicaScale: ScalePaths = {
  specReplicasPath: ".spec.replicas",
  statusReplicasPath: ".status.replicas",
  labelSelectorPath: ".spec.selector",
};
