import type { Resource } from "../resources/resource.ts";

/** Something that can be done to a part of an object, as discovery shows it. */
export interface Subresource {
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly verbs: readonly string[];
}

const VERBS: readonly string[] = ["get", "patch", "update"];

export function subresourcesOf(
  resource: Pick<Resource, "group" | "version" | "names" | "hasStatus" | "hasFinalize" | "scale" | "isCustom">,
): readonly Subresource[] {
  const { group, version, names, hasStatus, hasFinalize, scale } = resource;
  const found: Subresource[] = [];
  if (hasFinalize === true) {
    found.push({ name: "finalize", group, version, kind: names.kind, verbs: ["update"] });
  }
  if (hasStatus) {
    found.push({ name: "status", group, version, kind: names.kind, verbs: VERBS });
  }
  if (scale !== undefined) {
    found.push({ name: "scale", group: "autoscaling", version: "v1", kind: "Scale", verbs: VERBS });
  }
  // Kubernetes: those of built-in kinds are in alphabetical order, those of custom ones are not.
  return resource.isCustom ? found : found.sort((a, b) => (a.name < b.name ? -1 : 1));
}
