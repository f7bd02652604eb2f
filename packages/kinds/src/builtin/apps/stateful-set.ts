import { asObjects, fieldPath, type JsonObject, nameIsDns1123Label, objectAt } from "@kiln/api";
import { IMMUTABLE } from "../../natives/marks.ts";
import { warnOfClaimSpec } from "../core/validate-claim-spec.ts";
import { areMarked, type Declaration } from "../declaration.ts";
import { replicaScale } from "./scale-paths.ts";
import { checkCollisions, replicaCounts, STATUS } from "./validate-counts.ts";
import {
  checkStatefulSetKept,
  STATEFUL_SET_MARKED,
  validateStatefulSetChange,
  validateStatefulSetSpec,
} from "./validate-stateful-set.ts";
import { workloadStrategy } from "./workload-strategy.ts";

const checkStatus = replicaCounts({
  counts: [
    "replicas",
    "readyReplicas",
    "currentReplicas",
    "updatedReplicas",
    "availableReplicas",
    "observedGeneration",
    "collisionCount",
  ],
  parts: ["readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"],
  ready: "status.readyReplicas",
});

export const statefulSet: Declaration = {
  resource: "statefulsets.apps",
  // Names of StatefulSets are part of Pod names, which are host names.
  nameRule: nameIsDns1123Label,
  scale: replicaScale,
  marks: Object.fromEntries(STATEFUL_SET_MARKED.map((field) => [`spec.${field}`, IMMUTABLE])),
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
  strategy: (settings) => ({
    ...workloadStrategy({
      validateSpec: (spec, old) =>
        old === undefined ? validateStatefulSetSpec(spec) : validateStatefulSetChange(spec, old),
      ...(areMarked(settings) ? {} : { validateChange: checkStatefulSetKept }),
      validateStatus: (object, old) => [
        ...checkStatus(objectAt(object, "status"), STATUS),
        ...checkCollisions(object, old),
      ],
      namesPods: false,
      prepareCreate: dropMaxUnavailable,
      prepareUpdate: dropMaxUnavailable,
      warn: warnOfClaims,
    }),
    setDefaults: nameClaims,
  }),
};

/**
 * Sets apiVersion, kind and status.phase of the claim templates. Kubernetes: they are whole objects
 * (apps/v1/conversion.go Convert_apps_StatefulSetSpec_To_v1_StatefulSetSpec, v1.36).
 */
function nameClaims(object: JsonObject): void {
  for (const claim of asObjects(objectAt(object, "spec").volumeClaimTemplates)) {
    claim.apiVersion = "v1";
    claim.kind = "PersistentVolumeClaim";
    claim.status = { phase: "Pending", ...objectAt(claim, "status") };
  }
}

/**
 * Sets the default update strategy. Kubernetes: a strategy with only a type gets no rollingUpdate (apps/v1/defaults.go
 * SetDefaults_StatefulSet, v1.36).
 */
function defaultUpdateStrategy(strategy: JsonObject): void {
  if (strategy.type === undefined) {
    strategy.type = "RollingUpdate";
    strategy.rollingUpdate ??= {};
  }
  if (strategy.type === "RollingUpdate" && strategy.rollingUpdate !== undefined) {
    objectAt(strategy, "rollingUpdate").partition ??= 0;
  }
}

/**
 * Removes maxUnavailable. Kubernetes: its feature gate is off by default, and the field is dropped without an error
 * (registry/apps/statefulset/strategy.go dropStatefulSetDisabledFields, v1.36).
 */
function dropMaxUnavailable(object: JsonObject): void {
  delete objectAt(object, "spec", "updateStrategy", "rollingUpdate").maxUnavailable;
}

const CLAIMS = fieldPath("spec", "volumeClaimTemplates");

function warnOfClaims(object: JsonObject, old: JsonObject | undefined): string[] {
  const { volumeClaimTemplates, revisionHistoryLimit } = objectAt(object, "spec");
  return [
    ...asObjects(volumeClaimTemplates).flatMap((claim, i) => {
      const at = CLAIMS.index(i);
      // Kubernetes: the path of an update has the field's Go name (registry/apps/statefulset/strategy.go
      // WarningsOnUpdate, v1.36).
      return warnOfClaimSpec(objectAt(claim, "spec"), old === undefined ? at : at.child("Spec"));
    }),
    ...(Number(revisionHistoryLimit ?? 0) < 0
      ? ["spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended"]
      : []),
  ];
}
