import type { JsonObject } from "@kiln/api";

/** Whether an object is a CRD of any version. */
export function isDefinition({ apiVersion, kind }: JsonObject): boolean {
  return kind === "CustomResourceDefinition" && String(apiVersion).startsWith("apiextensions.k8s.io/");
}
