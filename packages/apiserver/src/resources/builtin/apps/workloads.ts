import { asObjects, deepEqual, type JsonObject, nameIsDns1123Label } from "@kiln/api";
import { metadataOf } from "../../../write/write.ts";
import type { ScalePaths } from "../../resource.ts";
import type { Declaration } from "../declaration.ts";
import { partOf } from "../part-of.ts";

const scale: ScalePaths = {
  specReplicasPath: ".spec.replicas",
  statusReplicasPath: ".status.replicas",
  labelSelectorPath: ".spec.selector",
};

export const deployment: Declaration = {
  resource: "deployments.apps",
  scale,
  types: {
    "apps/v1.DeploymentSpec": { defaults: { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 } },
    "apps/v1.DeploymentStrategy": {
      unions: [{ discriminator: "type", "fields-to-discriminateBy": { rollingUpdate: "RollingUpdate" } }],
      defaults: { type: "RollingUpdate" },
      setDefaults: (strategy) => defaultRollingUpdate(strategy, { maxUnavailable: "25%", maxSurge: "25%" }),
    },
  },
  strategy: () => ({ prepareUpdate: countAnnotations }),
};

/** Changes the strategy. */
function defaultRollingUpdate(strategy: JsonObject, defaults: JsonObject): void {
  if (strategy.type === "RollingUpdate") {
    strategy.rollingUpdate = { ...defaults, ...partOf(strategy, "rollingUpdate") };
  }
}

/** Changes the generation. Kubernetes: what a Deployment is annotated with counts, because revisions are. */
function countAnnotations(object: JsonObject, old: JsonObject, subresource: string): void {
  const before = metadataOf(old);
  const metadata = metadataOf(object);
  if (subresource === "" && !deepEqual(partOf(metadata, "annotations"), partOf(before, "annotations"))) {
    metadata.generation = Number(before.generation ?? 0) + 1;
  }
}

export const daemonSet: Declaration = {
  resource: "daemonsets.apps",
  types: {
    "apps/v1.DaemonSetSpec": { defaults: { revisionHistoryLimit: 10 } },
    "apps/v1.DaemonSetUpdateStrategy": {
      defaults: { type: "RollingUpdate" },
      setDefaults: (strategy) => defaultRollingUpdate(strategy, { maxUnavailable: 1, maxSurge: 0 }),
    },
  },
  strategy: () => ({
    prepareCreate: (object) => setTemplateGeneration(object, Math.max(templateGeneration(object), 1)),
    prepareUpdate: countTemplates,
  }),
};

const TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

function templateGeneration(object: JsonObject): number {
  return Number(partOf(metadataOf(object), "annotations")[TEMPLATE_GENERATION] ?? 0) || 0;
}

/** Changes the annotations. Kubernetes: what older clients know as templateGeneration is an annotation in this version. */
function setTemplateGeneration(object: JsonObject, generation: number): void {
  const metadata = metadataOf(object);
  metadata.annotations = { ...partOf(metadata, "annotations"), [TEMPLATE_GENERATION]: String(generation) };
}

/** Changes the annotations. */
function countTemplates(object: JsonObject, old: JsonObject): void {
  const isSame = deepEqual(partOf(partOf(object, "spec"), "template"), partOf(partOf(old, "spec"), "template"));
  setTemplateGeneration(object, templateGeneration(old) + (isSame ? 0 : 1));
}

export const replicaSet: Declaration = {
  resource: "replicasets.apps",
  scale,
  types: { "apps/v1.ReplicaSetSpec": { defaults: { replicas: 1 } } },
};

export const statefulSet: Declaration = {
  resource: "statefulsets.apps",
  // Names of its Pods are made of it, and those are names of hosts.
  nameRule: nameIsDns1123Label,
  scale,
  types: {
    "apps/v1.StatefulSetSpec": {
      defaults: {
        podManagementPolicy: "OrderedReady",
        persistentVolumeClaimRetentionPolicy: {},
        replicas: 1,
        revisionHistoryLimit: 10,
      },
    },
    "apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy": {
      defaults: { whenDeleted: "Retain", whenScaled: "Retain" },
    },
    "apps/v1.StatefulSetUpdateStrategy": { setDefaults: defaultUpdateStrategy },
  },
  strategy: () => ({ setDefaults: nameClaims }),
};

/** Changes the templates. Kubernetes: claims are objects there, which say what they are, and have a phase. */
function nameClaims(object: JsonObject): void {
  for (const claim of asObjects(partOf(object, "spec").volumeClaimTemplates)) {
    claim.apiVersion ??= "v1";
    claim.kind ??= "PersistentVolumeClaim";
    claim.status = { phase: "Pending", ...partOf(claim, "status") };
  }
}

/** Changes the strategy. Kubernetes: one that names its type and nothing else gets nothing else. */
function defaultUpdateStrategy(strategy: JsonObject): void {
  if (strategy.type === undefined) {
    strategy.type = "RollingUpdate";
    strategy.rollingUpdate ??= {};
  }
  if (strategy.type === "RollingUpdate" && strategy.rollingUpdate !== undefined) {
    partOf(strategy, "rollingUpdate").partition ??= 0;
  }
}
