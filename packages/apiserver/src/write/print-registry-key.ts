import type { Resource } from "../resources/resource.ts";

/** Kubernetes: some kinds are still kept under names that they lost long ago. */
const OLD_PLACES: ReadonlyMap<string, string> = new Map([
  ["endpoints", "services/endpoints"],
  ["ingresses", "ingress"],
  ["nodes", "minions"],
  ["replicationcontrollers", "controllers"],
  ["services", "services/specs"],
]);

const GROUPS_WITH_PLACES: ReadonlySet<string> = new Set(["apiextensions.k8s.io", "apiregistration.k8s.io"]);

/** Where Kubernetes keeps an object in etcd, which its errors tell; not where Kiln does. */
export function printRegistryKey(
  { group, names, isCustom, isNamespaced }: Resource,
  at: { namespace: string; name: string },
): string {
  const { plural } = names;
  const hasGroup = isCustom || GROUPS_WITH_PLACES.has(group);
  const place = hasGroup ? `${group}/${plural}` : (OLD_PLACES.get(plural) ?? plural);
  return `/registry/${place}/${isNamespaced ? `${at.namespace}/` : ""}${at.name}`;
}
