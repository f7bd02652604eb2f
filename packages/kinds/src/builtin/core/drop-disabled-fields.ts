import { asObjects, isJsonObject, type JsonObject, objectAt, rootPath } from "@kiln/api";
import { placedContainers } from "./pod-spec/visit-containers.ts";

// Kubernetes: fields of feature gates that are off by default are dropped without an error (pkg/api/pod/util.go
// dropDisabledFields, v1.36).

/** Removes fields of disabled features from the Pod or the template. */
export function dropDisabledFields(holder: JsonObject): void {
  const spec = objectAt(holder, "spec");
  delete spec.schedulingGroup;
  for (const volume of asObjects(spec.volumes)) {
    for (const source of asObjects(objectAt(volume, "projected").sources)) {
      delete source.clusterTrustBundle;
      delete source.podCertificate;
    }
  }
  for (const { container } of placedContainers(spec, rootPath)) {
    const { lifecycle } = container;
    if (isJsonObject(lifecycle) && lifecycle.stopSignal !== undefined) {
      delete lifecycle.stopSignal;
      if (Object.keys(lifecycle).length === 0) {
        delete container.lifecycle;
      }
    }
  }
}
