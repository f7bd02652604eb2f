import type { KubeList, KubeObject } from "@kiln/api";

/**
 * Kubernetes: items of a list of built-in kinds have no apiVersion and kind (versioning/versioning.go doEncode, v1.36);
 * here they get those of the list.
 */
export function itemsOf({ apiVersion, kind, items }: KubeList): KubeObject[] {
  const itemKind = kind.replace(/List$/, "");
  return (items ?? []).map((item) => ({
    ...item,
    apiVersion: item.apiVersion ?? apiVersion,
    kind: item.kind ?? itemKind,
  }));
}
