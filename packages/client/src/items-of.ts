import type { KubeList, KubeObject } from "@kiln/api";

/** Kubernetes: the items of a list of built-in kinds do not say what they are; here they do. */
export function itemsOf({ apiVersion, kind, items }: KubeList): KubeObject[] {
  const itemKind = kind.replace(/List$/, "");
  return (items ?? []).map((item) => ({
    ...item,
    apiVersion: item.apiVersion ?? apiVersion,
    kind: item.kind ?? itemKind,
  }));
}
