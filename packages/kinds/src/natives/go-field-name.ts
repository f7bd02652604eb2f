import type { StructType } from "./native-type.ts";

export interface Embedding {
  /** Embedded structs on the path to the field, outermost first. */
  readonly way: string;
  /** Fields of the struct itself; all others are fields of the embedded struct. */
  readonly own: readonly string[];
}

const REFERENCE = (...own: readonly string[]): Embedding => ({ way: "LocalObjectReference", own });
const CONFIGURATION = (...own: readonly string[]): Embedding => ({ way: "DeviceConfiguration", own });

/** Structs that embed another in Go, which JSON does not show. */
const EMBEDDINGS: ReadonlyMap<string, readonly Embedding[]> = new Map([
  ["core/v1.Volume", [{ way: "VolumeSource", own: ["name"] }]],
  [
    "core/v1.PersistentVolumeSpec",
    [
      {
        way: "PersistentVolumeSource",
        own: [
          ...["capacity", "accessModes", "claimRef", "persistentVolumeReclaimPolicy", "storageClassName"],
          ...["mountOptions", "volumeMode", "nodeAffinity", "volumeAttributesClassName"],
        ],
      },
    ],
  ],
  [
    "core/v1.Probe",
    [
      {
        way: "ProbeHandler",
        own: [
          ...["initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"],
          "terminationGracePeriodSeconds",
        ],
      },
    ],
  ],
  ["core/v1.EphemeralContainer", [{ way: "EphemeralContainerCommon", own: ["targetContainerName"] }]],
  ["core/v1.SecretProjection", [REFERENCE("items", "optional")]],
  ["core/v1.ConfigMapProjection", [REFERENCE("items", "optional")]],
  ["core/v1.ConfigMapVolumeSource", [REFERENCE("items", "defaultMode", "optional")]],
  ["core/v1.ConfigMapKeySelector", [REFERENCE("key", "optional")]],
  ["core/v1.SecretKeySelector", [REFERENCE("key", "optional")]],
  ["core/v1.ConfigMapEnvSource", [REFERENCE("optional")]],
  ["core/v1.SecretEnvSource", [REFERENCE("optional")]],
  ["networking/v1.IngressRule", [{ way: "IngressRuleValue", own: ["host"] }]],
  ["admissionregistration/v1.RuleWithOperations", [{ way: "Rule", own: ["operations"] }]],
  [
    "admissionregistration/v1.NamedRuleWithOperations",
    [
      { way: "RuleWithOperations", own: ["resourceNames", "apiGroups", "apiVersions", "resources", "scope"] },
      { way: "RuleWithOperations.Rule", own: ["resourceNames", "operations"] },
    ],
  ],
  ["resource/v1.DeviceClaimConfiguration", [CONFIGURATION("requests")]],
  ["resource/v1.DeviceAllocationConfiguration", [CONFIGURATION("source", "requests")]],
  ["resource/v1.DeviceClassConfiguration", [CONFIGURATION()]],
]);

/** The struct that Go embeds in a type such as `core/v1.Volume`; undefined if there is none. */
export function embeddingOf(path: string): Embedding | undefined {
  return EMBEDDINGS.get(path)?.[0];
}

/** Kubernetes: errors name the embedded structs before the field (encoding/json/decode.go object, v1.36). */
export function goFieldName({ path }: StructType, field: string): string {
  const embedding = EMBEDDINGS.get(path)?.find(({ own }) => !own.includes(field));
  return embedding === undefined ? field : `${embedding.way}.${field}`;
}
