import { deepEqual, type JsonObject, metadataOf, objectAt } from "@kiln/api";
import { setOf } from "@kiln/apply";
import type { Declaration } from "../declaration.ts";
import { keepSelector, keptSelectorMarks } from "./kept-selector.ts";
import { defaultRollingUpdate } from "./rolling-update.ts";
import { replicaScale } from "./scale-paths.ts";
import { checkCollisions, replicaCounts, STATUS } from "./validate-counts.ts";
import { validateDeploymentSpec } from "./validate-workloads.ts";
import { workloadStrategy } from "./workload-strategy.ts";

const checkStatus = replicaCounts({
  counts: [
    "observedGeneration",
    "replicas",
    "updatedReplicas",
    "readyReplicas",
    "availableReplicas",
    "unavailableReplicas",
    "terminatingReplicas",
    "collisionCount",
  ],
  parts: ["updatedReplicas", "readyReplicas", "availableReplicas"],
});

export const deployment: Declaration = {
  resource: "deployments.apps",
  scale: replicaScale,
  marks: keptSelectorMarks,
  types: {
    "apps/v1.DeploymentSpec": { defaults: { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 } },
    "apps/v1.DeploymentStrategy": {
      defaults: { type: "RollingUpdate" },
      setDefaults: (strategy) => defaultRollingUpdate(strategy, { maxUnavailable: "25%", maxSurge: "25%" }),
    },
  },
  strategy: (settings) => ({
    unowned: { status: setOf(["f:spec"], ["f:metadata", "f:labels"]) },
    ...workloadStrategy({
      validateSpec: validateDeploymentSpec,
      ...keepSelector(settings),
      validateStatus: (object, old) => [
        ...checkStatus(objectAt(object, "status"), STATUS),
        ...checkCollisions(object, old),
      ],
      prepareUpdate: (object, old, subresource) => {
        if (subresource === "status") {
          keepLabels(object, old);
        } else {
          countAnnotations(object, old);
        }
      },
    }),
  }),
};

/**
 * Increments the generation. Kubernetes: a change of annotations counts, since a Deployment's revision is an annotation
 * (registry/apps/deployment/strategy.go PrepareForUpdate, v1.36).
 */
function countAnnotations(object: JsonObject, old: JsonObject): void {
  const before = metadataOf(old);
  const metadata = metadataOf(object);
  if (!deepEqual(objectAt(metadata, "annotations"), objectAt(before, "annotations"))) {
    metadata.generation = Number(before.generation ?? 0) + 1;
  }
}

/**
 * Restores the labels. Kubernetes: unlike for other kinds, the status endpoint of Deployments ignores labels
 * (registry/apps/deployment/strategy.go deploymentStatusStrategy.PrepareForUpdate, v1.36).
 */
function keepLabels(object: JsonObject, old: JsonObject): void {
  const { labels: _, ...metadata } = metadataOf(object);
  const { labels } = metadataOf(old);
  object.metadata = labels === undefined ? metadata : { ...metadata, labels };
}
