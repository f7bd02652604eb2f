import type { ScalePaths } from "../../resource/resource.ts";

/** Where kinds that make as many Pods as they are told have their size. */
export const replicaScale: ScalePaths = {
  specReplicasPath: ".spec.replicas",
  statusReplicasPath: ".status.replicas",
  labelSelectorPath: ".spec.selector",
};
