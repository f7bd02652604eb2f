import { deepEqual, type JsonObject } from "@kiln/api";
import { metadataOf } from "../../../write/write.ts";
import type { Declaration } from "../declaration.ts";

export const storageClass: Declaration = {
  resource: "storageclasses.storage.k8s.io",
  types: { "storage/v1.StorageClass": { defaults: { reclaimPolicy: "Delete", volumeBindingMode: "Immediate" } } },
};

export const csiDriver: Declaration = {
  resource: "csidrivers.storage.k8s.io",
  types: {
    "storage/v1.CSIDriverSpec": {
      defaults: {
        attachRequired: true,
        podInfoOnMount: false,
        storageCapacity: false,
        fsGroupPolicy: "ReadWriteOnceWithFSType",
        volumeLifecycleModes: ["Persistent"],
        requiresRepublish: false,
        seLinuxMount: false,
      },
    },
  },
  strategy: () => ({ prepareUpdate: countChanges }),
};

/** Changes the generation. Kubernetes: counts changes of a driver from nothing, where others begin with one. */
function countChanges(object: JsonObject, old: JsonObject): void {
  if (!deepEqual(object.spec ?? null, old.spec ?? null)) {
    metadataOf(object).generation = Number(metadataOf(old).generation ?? 0) + 1;
  }
}
