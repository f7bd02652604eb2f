import type { ResourceType } from "@kiln/client";

export type ObjectKind = "ConfigMap" | "Secret";

/** An object whose content Pods use. */
export interface ObjectRef {
  readonly kind: ObjectKind;
  readonly namespace: string;
  readonly name: string;
}

export const RESOURCES: Readonly<Record<ObjectKind, ResourceType>> = {
  ConfigMap: { group: "", version: "v1", plural: "configmaps", isNamespaced: true },
  Secret: { group: "", version: "v1", plural: "secrets", isNamespaced: true },
};

/** The parts cannot contain the separating slash. */
export function refKey({ kind, namespace, name }: ObjectRef): string {
  return `${kind}/${namespace}/${name}`;
}
