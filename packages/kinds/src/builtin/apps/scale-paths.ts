import type { ScalePaths } from "../../resource/resource.ts";

/** Replica paths of scalable kinds. */
export const replicaScale: ScalePaths = {
  specReplicasPath: ".spec.replicas",
  statusReplicasPath: ".status.replicas",
  labelSelectorPath: ".spec.selector",
};
