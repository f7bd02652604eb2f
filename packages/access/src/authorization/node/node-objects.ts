import { type JsonObject, objectAt, textAt } from "@kiln/api";
import { decodeStoredJson, openStoredValue } from "@kiln/kinds";
import type { Store } from "@kiln/store";
import type { FindPods } from "./pod-index.ts";
import type { PodReferences } from "./pod-references.ts";

export interface NodeServices {
  readonly store: Store;
  readonly podsOn: FindPods;
}

/** Kinds of objects that a node may read only if its Pods reference them, or they belong to it. */
export type NodeKind =
  | "secrets"
  | "configmaps"
  | "persistentvolumeclaims"
  | "persistentvolumes"
  | "resourceclaims"
  | "volumeattachments"
  | "serviceaccounts"
  | "resourceslices"
  | "pods";

export interface WantedObject {
  readonly kind: NodeKind;
  readonly namespace: string;
  readonly name: string;
}

/** Whether the node may read the object: it runs a Pod that references it, or the object belongs to the node. */
export async function isOfNode(services: NodeServices, node: string, wanted: WantedObject): Promise<boolean> {
  const { kind, namespace, name } = wanted;
  switch (kind) {
    case "pods":
      return textAt(objectAt(read(services, `core/pods/${namespace}/${name}`), "spec"), "nodeName") === node;
    case "volumeattachments":
      return textAt(objectAt(read(services, `storage.k8s.io/volumeattachments/${name}`), "spec"), "nodeName") === node;
    case "resourceslices":
      return textAt(objectAt(read(services, `resource.k8s.io/resourceslices/${name}`), "spec"), "nodeName") === node;
    case "persistentvolumes": {
      const claim = objectAt(read(services, `core/persistentvolumes/${name}`), "spec", "claimRef");
      const pods = await services.podsOn(node, textAt(claim, "namespace"));
      return pods.some(({ claims }) => claims.has(textAt(claim, "name")));
    }
    case "secrets":
      return isSecretOfNode(services, node, wanted);
    default:
      return (await services.podsOn(node, namespace)).some((pod) => needs(pod, kind, name));
  }
}

function needs(pod: PodReferences, kind: NodeKind, name: string): boolean {
  switch (kind) {
    case "secrets":
      return pod.secrets.has(name);
    case "configmaps":
      return pod.configMaps.has(name);
    case "persistentvolumeclaims":
      return pod.claims.has(name);
    case "resourceclaims":
      return pod.resourceClaims.has(name);
    default:
      return kind === "serviceaccounts" && pod.serviceAccount === name;
  }
}

/**
 * Whether a Pod on the node needs the Secret: it references it, or one of its claims is bound to a volume that does,
 * possibly in another namespace.
 */
async function isSecretOfNode(services: NodeServices, node: string, wanted: WantedObject): Promise<boolean> {
  const { namespace, name } = wanted;
  if ((await services.podsOn(node, namespace)).some(({ secrets }) => secrets.has(name))) {
    return true;
  }
  for (const { home, claims } of await services.podsOn(node, "")) {
    for (const claim of claims) {
      const volume = textAt(
        objectAt(read(services, `core/persistentvolumeclaims/${home}/${claim}`), "spec"),
        "volumeName",
      );
      const spec = objectAt(volume === "" ? undefined : read(services, `core/persistentvolumes/${volume}`), "spec");
      if (secretsOfVolume(spec, home).some((ref) => ref.namespace === namespace && ref.name === name)) {
        return true;
      }
    }
  }
  return false;
}

const CSI_SECRETS = [
  "nodePublishSecretRef",
  "nodeStageSecretRef",
  "nodeExpandSecretRef",
  "controllerExpandSecretRef",
  "controllerPublishSecretRef",
];
const WITH_SECRET_REF = ["cephfs", "flexVolume", "iscsi", "rbd", "scaleIO", "storageos"];

function secretsOfVolume(
  spec: JsonObject,
  claimNamespace: string,
): { readonly namespace: string; readonly name: string }[] {
  const azure = objectAt(spec, "azureFile");
  const refs = [
    ...CSI_SECRETS.map((field) => objectAt(spec, "csi", field)),
    ...WITH_SECRET_REF.map((source) => objectAt(spec, source, "secretRef")),
    { name: textAt(azure, "secretName"), namespace: textAt(azure, "secretNamespace") },
  ];
  return refs.map((ref) => ({ name: textAt(ref, "name"), namespace: textAt(ref, "namespace") || claimNamespace }));
}

function read({ store }: NodeServices, path: string): JsonObject | undefined {
  const entry = store.peek(`/registry/${path}`);
  return entry === undefined ? undefined : decodeStoredJson(openStoredValue(entry.value).body);
}
