import { asObjects, asText, type JsonObject, type KubeObject, objectAt, SECRET_REF_VOLUMES } from "@kiln/api";
import { type ObjectKind, type ObjectRef, refKey } from "./object-ref.ts";

/** Location of a reference in a Pod. Objects of volumes are followed; others are read only when containers start. */
export type ReferencePlace = "volume" | "environment" | "imagePullSecret";

export interface PodReference {
  readonly ref: ObjectRef;
  readonly place: ReferencePlace;
  readonly isOptional: boolean;
}

type NamedObject = readonly [kind: ObjectKind, name: string, isOptional: boolean];

const CONTAINER_LISTS = ["initContainers", "containers", "ephemeralContainers"] as const;

/** Every ConfigMap and Secret that a Pod references itself, once for each location; not those of its claims. */
export function podReferences(pod: KubeObject): PodReference[] {
  const { namespace = "" } = pod.metadata;
  const spec = objectAt(pod, "spec");
  const found: PodReference[] = [];
  const add = (place: ReferencePlace, [kind, name, isOptional]: NamedObject) => {
    if (name !== "") {
      found.push({ ref: { kind, namespace, name }, place, isOptional });
    }
  };
  for (const secret of asObjects(spec.imagePullSecrets)) {
    // Kubernetes: a missing image pull secret does not fail the Pod (pkg/kubelet/kubelet_pods.go getPullSecretsForPod,
    // v1.36).
    add("imagePullSecret", ["Secret", asText(secret.name), true]);
  }
  for (const container of CONTAINER_LISTS.flatMap((list) => asObjects(spec[list]))) {
    for (const [kind, source] of environmentSources(container)) {
      add("environment", [kind, asText(source.name), source.optional === true]);
    }
  }
  for (const volume of asObjects(spec.volumes)) {
    for (const named of volumeSources(volume)) {
      add("volume", named);
    }
  }
  return found;
}

/** Number of references of a Pod to each object. */
export function countReferences(references: readonly PodReference[]): Map<string, { ref: ObjectRef; count: number }> {
  const counts = new Map<string, { ref: ObjectRef; count: number }>();
  for (const { ref } of references) {
    const key = refKey(ref);
    counts.set(key, { ref, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return counts;
}

function environmentSources(container: JsonObject): [ObjectKind, JsonObject][] {
  return [
    ...asObjects(container.envFrom).flatMap((source): [ObjectKind, JsonObject][] => [
      ["ConfigMap", objectAt(source, "configMapRef")],
      ["Secret", objectAt(source, "secretRef")],
    ]),
    ...asObjects(container.env).flatMap((variable): [ObjectKind, JsonObject][] => [
      ["ConfigMap", objectAt(variable, "valueFrom", "configMapKeyRef")],
      ["Secret", objectAt(variable, "valueFrom", "secretKeyRef")],
    ]),
  ];
}

function volumeSources(volume: JsonObject): NamedObject[] {
  const { configMap, secret } = { configMap: objectAt(volume, "configMap"), secret: objectAt(volume, "secret") };
  const others = [
    asText(objectAt(volume, "azureFile").secretName),
    asText(objectAt(volume, "csi", "nodePublishSecretRef").name),
    ...SECRET_REF_VOLUMES.map((source) => asText(objectAt(volume, source, "secretRef").name)),
  ];
  return [
    ["ConfigMap", asText(configMap.name), configMap.optional === true],
    ["Secret", asText(secret.secretName), secret.optional === true],
    ...others.map((name): NamedObject => ["Secret", name, false]),
    ...asObjects(objectAt(volume, "projected").sources).flatMap((source): NamedObject[] => {
      const parts = { configMap: objectAt(source, "configMap"), secret: objectAt(source, "secret") };
      return [
        ["ConfigMap", asText(parts.configMap.name), parts.configMap.optional === true],
        ["Secret", asText(parts.secret.name), parts.secret.optional === true],
      ];
    }),
  ];
}
