import { type JsonObject, objectAt, objectsAt, SECRET_REF_VOLUMES, textAt } from "@kiln/api";

/** Names of the objects that a Pod references in its namespace. */
export interface PodReferences {
  readonly secrets: ReadonlySet<string>;
  readonly configMaps: ReadonlySet<string>;
  readonly claims: ReadonlySet<string>;
  readonly resourceClaims: ReadonlySet<string>;
  readonly serviceAccount: string;
}

const MIRROR = "kubernetes.io/config.mirror";
const NOTHING: PodReferences = {
  secrets: new Set(),
  configMaps: new Set(),
  claims: new Set(),
  resourceClaims: new Set(),
  serviceAccount: "",
};

/**
 * Objects that a Pod references. Kubernetes: a mirror Pod gives its node no access to them (authorizer/node/graph.go
 * AddPod, v1.36).
 */
export function referencesOf(pod: JsonObject): PodReferences {
  if (textAt(objectAt(pod, "metadata", "annotations"), MIRROR) !== "") {
    return NOTHING;
  }
  const spec = objectAt(pod, "spec");
  const name = textAt(objectAt(pod, "metadata"), "name");
  const containers = ["containers", "initContainers", "ephemeralContainers"].flatMap((list) => objectsAt(spec, list));
  const volumes = objectsAt(spec, "volumes");
  return {
    secrets: names([
      ...objectsAt(spec, "imagePullSecrets").map((ref) => textAt(ref, "name")),
      ...containers.flatMap((container) => environment(container, "secretRef", "secretKeyRef")),
      ...volumes.flatMap(secretsOfVolume),
    ]),
    configMaps: names([
      ...containers.flatMap((container) => environment(container, "configMapRef", "configMapKeyRef")),
      ...volumes.map((volume) => textAt(objectAt(volume, "configMap"), "name")),
      ...volumes.flatMap(projections).map((source) => textAt(objectAt(source, "configMap"), "name")),
    ]),
    claims: names([
      ...volumes.map((volume) => textAt(objectAt(volume, "persistentVolumeClaim"), "claimName")),
      ...volumes
        .filter(({ ephemeral }) => ephemeral !== undefined)
        .map((volume) => `${name}-${textAt(volume, "name")}`),
    ]),
    resourceClaims: names([
      ...objectsAt(spec, "resourceClaims").map((claim) => textAt(claim, "resourceClaimName")),
      ...objectsAt(objectAt(pod, "status"), "resourceClaimStatuses").map((claim) => textAt(claim, "resourceClaimName")),
      textAt(objectAt(pod, "status", "extendedResourceClaimStatus"), "resourceClaimName"),
    ]),
    serviceAccount: textAt(spec, "serviceAccountName"),
  };
}

function names(found: readonly string[]): ReadonlySet<string> {
  return new Set(found.filter((name) => name !== ""));
}

function environment(container: JsonObject, whole: string, key: string): string[] {
  return [
    ...objectsAt(container, "envFrom").map((source) => textAt(objectAt(source, whole), "name")),
    ...objectsAt(container, "env").map((variable) => textAt(objectAt(variable, "valueFrom", key), "name")),
  ];
}

function projections(volume: JsonObject): readonly JsonObject[] {
  return objectsAt(objectAt(volume, "projected"), "sources");
}

function secretsOfVolume(volume: JsonObject): string[] {
  return [
    textAt(objectAt(volume, "secret"), "secretName"),
    textAt(objectAt(volume, "azureFile"), "secretName"),
    textAt(objectAt(volume, "csi", "nodePublishSecretRef"), "name"),
    ...SECRET_REF_VOLUMES.map((source) => textAt(objectAt(volume, source, "secretRef"), "name")),
    ...projections(volume).map((source) => textAt(objectAt(source, "secret"), "name")),
  ];
}
