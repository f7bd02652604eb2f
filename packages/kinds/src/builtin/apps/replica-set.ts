import { objectAt } from "@kiln/api";
import type { Declaration } from "../declaration.ts";
import { keepSelector, keptSelectorMarks } from "./kept-selector.ts";
import { replicaScale } from "./scale-paths.ts";
import { replicaCounts, STATUS } from "./validate-counts.ts";
import { validateReplicaSetSpec } from "./validate-workloads.ts";
import { workloadStrategy } from "./workload-strategy.ts";

const checkStatus = replicaCounts({
  counts: [
    "replicas",
    "fullyLabeledReplicas",
    "readyReplicas",
    "availableReplicas",
    "observedGeneration",
    "terminatingReplicas",
  ],
  parts: ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"],
});

export const replicaSet: Declaration = {
  resource: "replicasets.apps",
  scale: replicaScale,
  marks: keptSelectorMarks,
  types: { "apps/v1.ReplicaSetSpec": { defaults: { replicas: 1 } } },
  strategy: (settings) =>
    workloadStrategy({
      validateSpec: validateReplicaSetSpec,
      ...keepSelector(settings),
      validateStatus: (object) => checkStatus(objectAt(object, "status"), STATUS),
    }),
};
