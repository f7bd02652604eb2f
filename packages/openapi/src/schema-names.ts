import { packages } from "@kiln/kinds";
import type { PublishedResource } from "./published-resource.ts";

const META = "io.k8s.apimachinery.pkg.apis.meta.v1.";

/** Names of types that documents of any group version reference. */
export const OBJECT_META: string = `${META}ObjectMeta`;
export const LIST_META: string = `${META}ListMeta`;
export const STATUS: string = `${META}Status`;
export const PATCH: string = `${META}Patch`;
export const DELETE_OPTIONS: string = `${META}DeleteOptions`;
export const WATCH_EVENT: string = `${META}WatchEvent`;
export const API_RESOURCE_LIST: string = `${META}APIResourceList`;
export const API_GROUP: string = `${META}APIGroup`;
export const API_GROUP_LIST: string = `${META}APIGroupList`;
export const API_VERSIONS: string = `${META}APIVersions`;
export const VERSION_INFO = "io.k8s.apimachinery.pkg.version.Info";
export const SCALE = "io.k8s.api.autoscaling.v1.Scale";

export function kindName(resource: PublishedResource): string {
  return prefixOf(resource) + resource.names.kind;
}

export function listKindName(resource: PublishedResource): string {
  return prefixOf(resource) + resource.names.listKind;
}

/**
 * Kubernetes: the group of a custom resource is reversed, as in a Java package name (openapi/builder/builder.go
 * newBuilder, v1.36).
 */
function prefixOf({ group, version, dialect }: PublishedResource): string {
  return dialect.name === "custom"
    ? `${group.split(".").reverse().join(".")}.${version}.`
    : prefixOfBuiltIns({ group, version });
}

/** Prefix of the type names of a built-in group version. */
export function prefixOfBuiltIns({ group, version }: { readonly group: string; readonly version: string }): string {
  const known = packages.find((text) => text.group === group && text.version === version);
  return known?.prefix ?? `io.k8s.api.${group.split(".")[0]}.${version}.`;
}
