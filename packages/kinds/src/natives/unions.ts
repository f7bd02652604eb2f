import type { NativeUnion } from "./native-type.ts";

/**
 * Unions of built-in types, by the type's path. Normalization and OpenAPI both use this list, unless `--semantics
 * upstream`. docs/built-in-unions.md explains the choice of types.
 */
export const nativeUnions: ReadonlyMap<string, readonly NativeUnion[]> = new Map(
  Object.entries({
    "admissionregistration/v1.Mutation": [
      named("patchType", { applyConfiguration: "ApplyConfiguration", jsonPatch: "JSONPatch" }),
    ],
    "admissionregistration/v1.ParamRef": [oneOf("name", "selector")],
    "admissionregistration/v1.WebhookClientConfig": [oneOf("service", "url")],
    "apps/v1.DaemonSetUpdateStrategy": [named("type", { rollingUpdate: "RollingUpdate" })],
    "apps/v1.DeploymentStrategy": [named("type", { rollingUpdate: "RollingUpdate" })],
    "apps/v1.StatefulSetUpdateStrategy": [named("type", { rollingUpdate: "RollingUpdate" })],
    "authorization/v1.FieldSelectorAttributes": [oneOf("rawSelector", "requirements")],
    "authorization/v1.LabelSelectorAttributes": [oneOf("rawSelector", "requirements")],
    "authorization/v1.SelfSubjectAccessReviewSpec": [oneOf("nonResourceAttributes", "resourceAttributes")],
    "authorization/v1.SubjectAccessReviewSpec": [oneOf("nonResourceAttributes", "resourceAttributes")],
    "autoscaling/v2.MetricSpec": [metricSource()],
    "autoscaling/v2.MetricStatus": [metricSource()],
    // Kubernetes: the type of a target need not fit its value (validation.go validateMetricTarget, v1.36).
    "autoscaling/v2.MetricTarget": [oneOf("averageUtilization", "averageValue", "value")],
    "batch/v1.PodFailurePolicyRule": [oneOf("onExitCodes", "onPodConditions")],
    "core/v1.AppArmorProfile": [named("type", { localhostProfile: "Localhost" })],
    "core/v1.ClusterTrustBundleProjection": [oneOf("name", "signerName")],
    "core/v1.ContainerState": [oneOf("running", "terminated", "waiting")],
    "core/v1.DownwardAPIVolumeFile": [oneOf("fieldRef", "resourceFieldRef")],
    "core/v1.EnvFromSource": [oneOf("configMapRef", "secretRef")],
    "core/v1.EnvVar": [oneOf("value", "valueFrom")],
    "core/v1.EnvVarSource": [oneOf("configMapKeyRef", "fieldRef", "fileKeyRef", "resourceFieldRef", "secretKeyRef")],
    "core/v1.FCVolumeSource": [oneOf("targetWWNs", "wwids")],
    "core/v1.FlockerVolumeSource": [oneOf("datasetName", "datasetUUID")],
    "core/v1.LifecycleHandler": [oneOf("exec", "httpGet", "sleep", "tcpSocket")],
    "core/v1.PersistentVolumeSpec": [oneOf(...anyVolumeSource(), "local")],
    "core/v1.PodResourceClaim": [oneOf("resourceClaimName", "resourceClaimTemplateName")],
    "core/v1.Probe": [oneOf("exec", "grpc", "httpGet", "tcpSocket")],
    "core/v1.SeccompProfile": [named("type", { localhostProfile: "Localhost" })],
    "core/v1.Volume": [
      oneOf(
        ...anyVolumeSource(),
        "configMap",
        "downwardAPI",
        "emptyDir",
        "ephemeral",
        "gitRepo",
        "image",
        "persistentVolumeClaim",
        "projected",
        "secret",
      ),
    ],
    "core/v1.VolumeMount": [oneOf("subPath", "subPathExpr")],
    "core/v1.VolumeProjection": [
      oneOf("clusterTrustBundle", "configMap", "downwardAPI", "podCertificate", "secret", "serviceAccountToken"),
    ],
    "flowcontrol/v1.LimitResponse": [named("type", { queuing: "Queue" })],
    "flowcontrol/v1.PriorityLevelConfigurationSpec": [named("type", { exempt: "Exempt", limited: "Limited" })],
    "flowcontrol/v1.Subject": [named("kind", { group: "Group", serviceAccount: "ServiceAccount", user: "User" })],
    "networking/v1.IngressBackend": [oneOf("resource", "service")],
    "networking/v1.IngressClassParametersReference": [named("scope", { namespace: "Namespace" })],
    // Two unions that share a member: both selectors may be set, but neither together with ipBlock.
    "networking/v1.NetworkPolicyPeer": [oneOf("ipBlock", "namespaceSelector"), oneOf("ipBlock", "podSelector")],
    "networking/v1.ServiceBackendPort": [oneOf("name", "number")],
    "policy/v1.PodDisruptionBudgetSpec": [oneOf("maxUnavailable", "minAvailable")],
    "resource/v1.CapacityRequestPolicy": [oneOf("validRange", "validValues")],
    "resource/v1.Device": [oneOf("allNodes", "nodeName", "nodeSelector")],
    "resource/v1.DeviceAttribute": [oneOf("bool", "bools", "int", "ints", "string", "strings", "version", "versions")],
    "resource/v1.DeviceConstraint": [oneOf("distinctAttribute", "matchAttribute")],
    "resource/v1.DeviceRequest": [oneOf("exactly", "firstAvailable")],
    "resource/v1.DeviceSubRequest": [named("allocationMode", { count: "ExactCount" })],
    "resource/v1.ExactDeviceRequest": [named("allocationMode", { count: "ExactCount" })],
    "resource/v1.ResourceSliceSpec": [
      oneOf("allNodes", "nodeName", "nodeSelector", "perDeviceNodeSelection"),
      oneOf("devices", "sharedCounters"),
    ],
    "storage/v1.VolumeAttachmentSource": [oneOf("inlineVolumeSpec", "persistentVolumeName")],
  }),
);

/**
 * Types for which Kubernetes accepts a discriminator with a member that it does not name. Kiln clears the member, with
 * a warning: a stored member would restore the discriminator at the next update.
 */
export const LENIENT: ReadonlySet<string> = new Set(["apps/v1.DaemonSetUpdateStrategy", "autoscaling/v2.MetricStatus"]);

/** A union without a discriminator. */
function oneOf(...members: readonly string[]): NativeUnion {
  const values = members.map((member) => [member, member.charAt(0).toUpperCase() + member.slice(1)]);
  return { "fields-to-discriminateBy": Object.fromEntries(values) };
}

/** A union with a discriminator; `values` are its values by member. */
function named(discriminator: string, values: Readonly<Record<string, string>>): NativeUnion {
  return { discriminator, "fields-to-discriminateBy": values };
}

function metricSource(): NativeUnion {
  return named("type", {
    containerResource: "ContainerResource",
    external: "External",
    object: "Object",
    pods: "Pods",
    resource: "Resource",
  });
}

/** Volume sources that both Pods and PersistentVolumes have. */
function anyVolumeSource(): readonly string[] {
  return [
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
}
