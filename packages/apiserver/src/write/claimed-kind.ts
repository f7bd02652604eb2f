import { type GroupKind, parseGroupVersion } from "@kiln/api";
import type { Write } from "./write.ts";

/**
 * The kind that errors name. Kubernetes: a custom resource has the kind that it claims (registry/rest/create.go
 * objectMetaAndKind, v1.36).
 */
export function groupKindOf({ resource, object }: Pick<Write, "resource" | "object">): GroupKind {
  const { isCustom, group, names, storage } = resource;
  if (!isCustom) {
    // Kubernetes: a kind served in two groups has the group of its storage version (registry/rest/create.go
    // objectMetaAndKind, v1.36).
    return { group: parseGroupVersion(storage.apiVersion).value?.group ?? group, kind: names.kind };
  }
  const claimed = parseGroupVersion(String(object.apiVersion ?? "")).value?.group;
  return { group: claimed ?? group, kind: String(object.kind ?? "") };
}
