import { isJsonObject, type JsonObject, objectAt, objectsAt, textAt } from "@kiln/api";
import { decodeStoredJson, openStoredValue } from "@kiln/kinds";
import type { Controller } from "./controller.ts";
import type { ControllerServices } from "./controller-services.ts";
import { createProtection } from "./protect-in-use.ts";

const PODS = "/registry/core/pods/";
const CLAIMS = "/registry/core/persistentvolumeclaims/";
const VOLUMES = "/registry/core/persistentvolumes/";

/** Keeps PersistentVolumeClaims while a Pod on a node uses them. */
export const claimProtection: Controller = createProtection({
  name: "persistentvolumeclaim-protection-controller",
  serviceAccount: "pvc-protection-controller",
  prefix: CLAIMS,
  finalizer: "kubernetes.io/pvc-protection",
  users: [PODS],
  isUsed(services, claim) {
    const namespace = textAt(objectAt(claim, "metadata"), "namespace");
    return someObject(services, `${PODS}${namespace}/`, (pod) => mounts(pod, claim));
  },
});

/** Keeps PersistentVolumes while they are bound to a claim. */
export const volumeProtection: Controller = createProtection({
  name: "persistentvolume-protection-controller",
  serviceAccount: "pv-protection-controller",
  prefix: VOLUMES,
  finalizer: "kubernetes.io/pv-protection",
  users: [],
  isUsed: async (_services, volume) => textAt(objectAt(volume, "status"), "phase") === "Bound",
});

/** Keeps VolumeAttributesClasses while a claim or volume has the class, or requests it. */
export const volumeClassProtection: Controller = createProtection({
  name: "volumeattributesclass-protection-controller",
  serviceAccount: "volumeattributesclass-protection-controller",
  prefix: "/registry/storage.k8s.io/volumeattributesclasses/",
  finalizer: "kubernetes.io/vac-protection",
  users: [CLAIMS, VOLUMES],
  async isUsed(services, one) {
    const name = textAt(objectAt(one, "metadata"), "name");
    const isOf = (user: JsonObject) => classesOf(user).includes(name);
    return (await someObject(services, CLAIMS, isOf)) || someObject(services, VOLUMES, isOf);
  },
});

function classesOf(user: JsonObject): readonly string[] {
  const status = objectAt(user, "status");
  return [
    textAt(objectAt(user, "spec"), "volumeAttributesClassName"),
    textAt(status, "currentVolumeAttributesClassName"),
    textAt(objectAt(status, "modifyVolumeStatus"), "targetVolumeAttributesClassName"),
  ];
}

/**
 * Kubernetes: a Pod without a node does not start with a claim that is being deleted, so it does not use the claim
 * (volume/pvcprotection/pvc_protection_controller.go podUsesPVCForDeletion, v1.36).
 */
function mounts(pod: JsonObject, claim: JsonObject): boolean {
  const spec = objectAt(pod, "spec");
  const name = textAt(objectAt(claim, "metadata"), "name");
  const isOver = ["Succeeded", "Failed"].includes(textAt(objectAt(pod, "status"), "phase"));
  return (
    textAt(spec, "nodeName") !== "" &&
    objectsAt(spec, "volumes").some(({ name: volume, persistentVolumeClaim, ephemeral }) => {
      const isMade = ephemeral !== undefined && !isOver && isOwner(pod, claim);
      return (
        (isJsonObject(persistentVolumeClaim) && persistentVolumeClaim.claimName === name) ||
        (isMade && name === `${textAt(objectAt(pod, "metadata"), "name")}-${String(volume)}`)
      );
    })
  );
}

function isOwner(pod: JsonObject, claim: JsonObject): boolean {
  const { uid } = objectAt(pod, "metadata");
  return objectsAt(objectAt(claim, "metadata"), "ownerReferences").some(
    (reference) => reference.uid === uid && reference.controller === true,
  );
}

async function someObject(
  { store }: ControllerServices,
  prefix: string,
  isMatch: (object: JsonObject) => boolean,
): Promise<boolean> {
  for await (const { entries } of await store.range({ prefix })) {
    if (entries.some(({ value }) => isMatch(decodeStoredJson(openStoredValue(value).body)))) {
      return true;
    }
  }
  return false;
}
