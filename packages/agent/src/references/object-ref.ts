import type { ResourceType } from "@kiln/client";

export type ObjectKind = "ConfigMap" | "Secret";

/** Reference to a ConfigMap or Secret that Pods use. */
export interface ObjectRef {
  readonly kind: ObjectKind;
  readonly namespace: string;
  readonly name: string;
}

export const RESOURCES: Readonly<Record<ObjectKind, ResourceType>> = {
  ConfigMap: { group: "", version: "v1", plural: "configmaps", isNamespaced: true },
  Secret: { group: "", version: "v1", plural: "secrets", isNamespaced: true },
};

/** Key of a reference. Its parts cannot contain the separating slash. */
export function refKey({ kind, namespace, name }: ObjectRef): string {
  return `${kind}/${namespace}/${name}`;
}
