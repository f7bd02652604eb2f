import type { Resource, Subresource } from "./resource.ts";

const VERBS: readonly string[] = ["get", "patch", "update"];

export function subresourcesOf(
  resource: Pick<Resource, "group" | "version" | "names" | "subresources">,
): readonly Subresource[] {
  const { group, version, names } = resource;
  const { hasStatus, scale, listed } = resource.subresources;
  if (listed !== undefined) {
    return listed;
  }
  const found: Subresource[] = [];
  if (hasStatus) {
    found.push({ name: "status", group, version, kind: names.kind, verbs: VERBS });
  }
  if (scale !== undefined) {
    found.push({ name: "scale", group: "autoscaling", version: "v1", kind: "Scale", verbs: VERBS });
  }
  return found;
}
