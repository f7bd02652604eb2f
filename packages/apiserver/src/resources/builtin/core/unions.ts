import type { JsonObject } from "@kiln/api";

/** A union without a field that names its member. */
function oneOf(...members: readonly string[]): JsonObject {
  const named = members.map((member) => [member, member.charAt(0).toUpperCase() + member.slice(1)]);
  return { "fields-to-discriminateBy": Object.fromEntries(named) };
}

const ANYWHERE = [
  "awsElasticBlockStore",
  "azureDisk",
  "azureFile",
  "cephfs",
  "cinder",
  "csi",
  "fc",
  "flexVolume",
  "flocker",
  "gcePersistentDisk",
  "glusterfs",
  "hostPath",
  "iscsi",
  "nfs",
  "photonPersistentDisk",
  "portworxVolume",
  "quobyte",
  "rbd",
  "scaleIO",
  "storageos",
  "vsphereVolume",
];

/** Where a volume of a Pod comes from. */
export const volumeSource: JsonObject = oneOf(
  ...ANYWHERE,
  "configMap",
  "downwardAPI",
  "emptyDir",
  "ephemeral",
  "gitRepo",
  "image",
  "persistentVolumeClaim",
  "projected",
  "secret",
);

export const persistentVolumeSource: JsonObject = oneOf(...ANYWHERE, "local");

/** A variable has a value or a place to read it from. */
export const envVarValue: JsonObject = oneOf("value", "valueFrom");

/** Of seccomp and AppArmor. Kubernetes publishes the name of the Go field as the value of `type`, which no profile has. */
export const localhostProfile: JsonObject = {
  discriminator: "type",
  "fields-to-discriminateBy": { localhostProfile: "Localhost" },
};
