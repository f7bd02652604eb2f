import type { Resource } from "../resource/resource.ts";

/**
 * Kubernetes: some kinds are still stored under older names (kubeapiserver/default_storage_factory_builder.go
 * SpecialDefaultResourcePrefixes, v1.36).
 */
export const OLD_PLACES: ReadonlyMap<string, string> = new Map([
  ["endpoints", "services/endpoints"],
  ["ingresses", "ingress"],
  ["nodes", "minions"],
  ["replicationcontrollers", "controllers"],
  ["services", "services/specs"],
]);

export const GROUPS_WITH_PLACES: ReadonlySet<string> = new Set(["apiextensions.k8s.io", "apiregistration.k8s.io"]);

export interface RegistryPlace {
  readonly namespace: string;
  readonly name: string;
  /**
   * True for a dry run. Kubernetes: its errors have the key without the prefix of the store
   * (registry/generic/registry/dryrun.go Create, v1.36).
   */
  readonly isDryRun: boolean;
}

/** Key of an object in kube-apiserver's etcd, which errors contain. Kiln's own key differs. */
export function printRegistryKey(resource: Resource, { namespace, name, isDryRun }: RegistryPlace): string {
  const { group, names, dialect, isNamespaced } = resource;
  const hasGroup = dialect.name === "custom" || GROUPS_WITH_PLACES.has(group);
  const place = hasGroup ? `${group}/${names.plural}` : (OLD_PLACES.get(names.plural) ?? names.plural);
  return `${isDryRun ? "" : "/registry"}/${place}/${isNamespaced ? `${namespace}/` : ""}${name}`;
}
