import { fieldElement, type ReplicasPath } from "@kiln/apply";
import { apiVersionOf, type Resource } from "./resource.ts";

/** Path of the replicas in managed fields of the resource's version; undefined for other versions. */
export function replicasPathOf(resource: Resource): ReplicasPath {
  const { subresources, storage } = resource;
  const path = subresources.scale?.specReplicasPath.replace(/^\./, "").split(".").map(fieldElement) ?? null;
  return (apiVersion) => {
    if (apiVersion === apiVersionOf(resource)) {
      return path;
    }
    return storage.typeOf(apiVersion) === undefined ? undefined : path;
  };
}
