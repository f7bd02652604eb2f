import type { Resource } from "@kiln/kinds";

/**
 * Kubernetes: not in the alphabetical order of built-in kinds (apiserver/customresource_discovery_controller.go sync,
 * v1.36).
 */
const CUSTOM_VERBS: readonly string[] = [
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "create",
  "update",
  "watch",
];
const TERMINATING_VERBS: readonly string[] = ["delete", "deletecollection", "get", "list", "watch"];

/** The verbs of a resource in the order in which discovery lists them. */
export function verbsOf(resource: Resource): readonly string[] {
  if (!resource.isCustom) {
    return resource.verbs;
  }
  return resource.isTerminating === true ? TERMINATING_VERBS : CUSTOM_VERBS;
}
