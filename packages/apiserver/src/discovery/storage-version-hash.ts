import { encodeUtf8, parseGroupVersion } from "@kiln/api";
import { type Registry, type Resource, sha256 } from "@kiln/kinds";

/**
 * Kubernetes: storage versions of these kinds, because clients compare the hash
 * (endpoints/discovery/storageversionhash.go StorageVersionHash, v1.36).
 */
const STORED_AS: ReadonlyMap<string, string> = new Map([
  ["customresourcedefinitions.apiextensions.k8s.io", "apiextensions.k8s.io/v1beta1"],
  ["mutatingadmissionpolicies.admissionregistration.k8s.io", "admissionregistration.k8s.io/v1beta1"],
  ["mutatingadmissionpolicybindings.admissionregistration.k8s.io", "admissionregistration.k8s.io/v1beta1"],
]);

/** Hash of the storage version of a kind; undefined if that version is not served, or the kind is not stored. */
export function storageVersionHash(registry: Registry, resource: Resource): string | undefined {
  const { names, storage } = resource;
  // The group in the hash is that of the storage version, which may differ from the served group.
  const { group, version } = parseGroupVersion(storage.apiVersion).value ?? resource;
  if (!resource.serving.verbs.includes("watch") || registry.find(group, version, names.plural) === undefined) {
    return undefined;
  }
  const stored = STORED_AS.get(`${names.plural}.${group}`) ?? `${group}/${version}`;
  const digest = sha256(encodeUtf8(`${stored}/${storage.kind}`)).subarray(0, 8);
  return btoa(String.fromCharCode(...digest));
}
