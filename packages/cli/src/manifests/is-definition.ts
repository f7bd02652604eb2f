import type { JsonObject } from "@kiln/api";

/** Whether it is a CRD, in whatever version. */
export function isDefinition({ apiVersion, kind }: JsonObject): boolean {
  return kind === "CustomResourceDefinition" && String(apiVersion).startsWith("apiextensions.k8s.io/");
}
