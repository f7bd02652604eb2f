import type { JsonObject, JsonValue } from "@kiln/api";

/** A union of a built-in kind, with an object that has it and a value for each member. */
export interface UnionSample {
  /** Go type of the union, a key of natives/unions.ts. */
  readonly type: string;
  readonly collection: string;
  /** Returns the whole object with `node`, the object that has the union, inside it. */
  readonly wrap: (node: JsonObject) => JsonObject;
  /** Further fields of the object that has the union. */
  readonly beside?: JsonObject;
  readonly members: Readonly<Record<string, JsonValue>>;
  /** True if members cannot be removed or added, because they are marked immutable as well. */
  readonly isFixed?: boolean;
}

const REFERENCE = { name: "r", key: "k" };
const FIELD = { fieldPath: "metadata.name" };
const QUANTITY = { resource: "limits.cpu", containerName: "c" };
const CLAIM_SPEC = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };

const VOLUME_SOURCES: Readonly<Record<string, JsonObject>> = {
  awsElasticBlockStore: { volumeID: "v" },
  azureDisk: { diskName: "d", diskURI: "/subscriptions/x", kind: "Managed" },
  azureFile: { secretName: "s", shareName: "s" },
  cephfs: { monitors: ["m"] },
  cinder: { volumeID: "v" },
  csi: { driver: "a.b" },
  fc: { targetWWNs: ["w"], lun: 1 },
  flexVolume: { driver: "a/b" },
  flocker: { datasetName: "d" },
  gcePersistentDisk: { pdName: "p" },
  glusterfs: { endpoints: "e", path: "p" },
  hostPath: { path: "/a" },
  iscsi: { targetPortal: "1.2.3.4", iqn: "iqn.2015-02.example.com:test", lun: 1 },
  nfs: { server: "s", path: "/p" },
  photonPersistentDisk: { pdID: "p" },
  portworxVolume: { volumeID: "v" },
  quobyte: { registry: "a:1", volume: "v" },
  rbd: { monitors: ["m"], image: "i" },
  scaleIO: { gateway: "g", system: "s", volumeName: "v", secretRef: { name: "s" } },
  storageos: { volumeName: "v", volumeNamespace: "n" },
  vsphereVolume: { volumePath: "p" },
};

const POD_VOLUME_SOURCES: Readonly<Record<string, JsonObject>> = {
  ...VOLUME_SOURCES,
  configMap: { name: "c" },
  downwardAPI: { items: [{ path: "p", fieldRef: FIELD }] },
  emptyDir: {},
  ephemeral: { volumeClaimTemplate: { spec: CLAIM_SPEC } },
  gitRepo: { repository: "r" },
  image: { reference: "example.com/i:1" },
  persistentVolumeClaim: { claimName: "c" },
  projected: { sources: [{ secret: { name: "s" } }] },
  secret: { secretName: "s" },
};

const PERSISTENT_SOURCES: Readonly<Record<string, JsonObject>> = {
  ...VOLUME_SOURCES,
  csi: { driver: "a.b", volumeHandle: "h" },
  local: { path: "/a" },
};

type Wrap = UnionSample["wrap"];

function ofKind(apiVersion: string, kind: string, fields: (node: JsonObject) => JsonObject): Wrap {
  return (node) => ({ apiVersion, kind, metadata: { name: "sample" }, ...fields(node) });
}

const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

function workload(kind: string, spec: (node: JsonObject) => JsonObject, pod: JsonObject = {}): Wrap {
  const labels = { app: "a" };
  const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "i:1" }], ...pod } };
  return ofKind("apps/v1", kind, (node) => ({
    spec: {
      selector: { matchLabels: labels },
      template,
      ...(kind === "StatefulSet" ? { serviceName: "s" } : {}),
      ...spec(node),
    },
  }));
}

/** Wraps fields of a Pod's spec in a Deployment. */
function inPod(fields: (node: JsonObject) => JsonObject): Wrap {
  return (node) => workload("Deployment", () => ({}), fields(node))({});
}

function inContainer(fields: (node: JsonObject) => JsonObject): Wrap {
  const volumes = [{ name: "v", emptyDir: {} }];
  return inPod((node) => ({ volumes, containers: [{ name: "c", image: "i:1", ...fields(node) }] }));
}

function inVolume(source: (node: JsonObject) => JsonObject): Wrap {
  return inPod((node) => ({ volumes: [{ name: "v", ...source(node) }] }));
}

const HPA = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
const scaler = (metric: (node: JsonObject) => JsonObject): Wrap =>
  ofKind("autoscaling/v2", "HorizontalPodAutoscaler", (node) => ({
    spec: {
      minReplicas: 1,
      maxReplicas: 3,
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" },
      metrics: [metric(node)],
    },
  }));

const SLICES = "/apis/resource.k8s.io/v1/resourceslices";
const NODES = { nodeSelectorTerms: [{ matchExpressions: [{ key: "a", operator: "In", values: ["b"] }] }] };
const sliceOf = (fields: (node: JsonObject) => JsonObject): Wrap =>
  ofKind("resource.k8s.io/v1", "ResourceSlice", (node) => ({
    spec: { driver: "a.b", pool: { name: "p", generation: 1, resourceSliceCount: 1 }, ...fields(node) },
  }));
const inDevice = (fields: (node: JsonObject) => JsonObject): Wrap =>
  sliceOf((node) => ({ allNodes: true, devices: [{ name: "d", ...fields(node) }] }));

const BALANCE = { selector: { matchLabels: { a: "b" } } };
const METRIC = { metric: { name: "m" } };
const AVERAGE = { target: { type: "AverageValue", averageValue: "1" } };
const METRICS = {
  containerResource: { name: "cpu", container: "c", ...AVERAGE },
  external: { ...METRIC, ...AVERAGE },
  object: { ...METRIC, describedObject: { apiVersion: "v1", kind: "Service", name: "s" }, ...AVERAGE },
  pods: { ...METRIC, ...AVERAGE },
  resource: { name: "cpu", ...AVERAGE },
};

/**
 * One sample for each union that a client can change. Missing are types of kinds that are never updated or whose spec
 * is immutable, and members behind disabled feature gates.
 */
export const unionSamples: readonly UnionSample[] = [
  {
    type: "core/v1.Volume",
    collection: "/api/v1/namespaces/default/podtemplates",
    wrap: ofKind("v1", "PodTemplate", (node) => ({
      template: {
        metadata: { labels: { app: "a" } },
        spec: { containers: [{ name: "c", image: "i:1" }], volumes: [{ name: "v", ...node }] },
      },
    })),
    members: POD_VOLUME_SOURCES,
  },
  {
    type: "core/v1.PersistentVolumeSpec",
    collection: "/api/v1/persistentvolumes",
    wrap: ofKind("v1", "PersistentVolume", (node) => ({ spec: node })),
    beside: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      nodeAffinity: { required: NODES },
    },
    members: PERSISTENT_SOURCES,
    isFixed: true,
  },
  {
    type: "core/v1.EnvVar",
    collection: DEPLOYMENTS,
    wrap: inContainer((node) => ({ env: [{ name: "A", ...node }] })),
    members: { value: "v", valueFrom: { fieldRef: FIELD } },
  },
  {
    type: "core/v1.EnvVarSource",
    collection: DEPLOYMENTS,
    wrap: inContainer((node) => ({ env: [{ name: "A", valueFrom: node }] })),
    members: {
      configMapKeyRef: REFERENCE,
      fieldRef: FIELD,
      fileKeyRef: { volumeName: "v", path: "p", key: "k" },
      resourceFieldRef: QUANTITY,
      secretKeyRef: REFERENCE,
    },
  },
  {
    type: "core/v1.EnvFromSource",
    collection: DEPLOYMENTS,
    wrap: inContainer((node) => ({ envFrom: [node] })),
    members: { configMapRef: { name: "c" }, secretRef: { name: "s" } },
  },
  {
    type: "core/v1.Probe",
    collection: DEPLOYMENTS,
    wrap: inContainer((node) => ({ readinessProbe: node })),
    members: { exec: { command: ["a"] }, grpc: { port: 1 }, httpGet: { port: 80 }, tcpSocket: { port: 80 } },
  },
  {
    type: "core/v1.LifecycleHandler",
    collection: DEPLOYMENTS,
    wrap: inContainer((node) => ({ lifecycle: { preStop: node } })),
    members: { exec: { command: ["a"] }, httpGet: { port: 80 }, sleep: { seconds: 1 }, tcpSocket: { port: 80 } },
  },
  {
    type: "core/v1.VolumeMount",
    collection: DEPLOYMENTS,
    wrap: inContainer((node) => ({ volumeMounts: [{ name: "v", mountPath: "/m", ...node }] })),
    members: { subPath: "a", subPathExpr: "b" },
  },
  {
    type: "core/v1.VolumeProjection",
    collection: DEPLOYMENTS,
    wrap: inVolume((node) => ({ projected: { sources: [node] } })),
    members: {
      configMap: { name: "c" },
      downwardAPI: { items: [{ path: "p", fieldRef: FIELD }] },
      secret: { name: "s" },
      serviceAccountToken: { path: "p" },
    },
  },
  {
    type: "core/v1.DownwardAPIVolumeFile",
    collection: DEPLOYMENTS,
    wrap: inVolume((node) => ({ downwardAPI: { items: [{ path: "p", ...node }] } })),
    members: { fieldRef: FIELD, resourceFieldRef: QUANTITY },
  },
  {
    type: "core/v1.FlockerVolumeSource",
    collection: DEPLOYMENTS,
    wrap: inVolume((node) => ({ flocker: node })),
    members: { datasetName: "d", datasetUUID: "u" },
  },
  {
    type: "core/v1.FCVolumeSource",
    collection: DEPLOYMENTS,
    wrap: inVolume((node) => ({ fc: { lun: 1, ...node } })),
    members: { targetWWNs: ["w"], wwids: ["w"] },
  },
  {
    type: "core/v1.PodResourceClaim",
    collection: DEPLOYMENTS,
    wrap: inPod((node) => ({ resourceClaims: [{ name: "r", ...node }] })),
    members: { resourceClaimName: "a", resourceClaimTemplateName: "b" },
  },
  ...["seccompProfile", "appArmorProfile"].map((profile) => ({
    type: `core/v1.${profile.charAt(0).toUpperCase()}${profile.slice(1)}`,
    collection: DEPLOYMENTS,
    wrap: inPod((node) => ({ securityContext: { [profile]: node } })),
    beside: { type: "RuntimeDefault" },
    members: { localhostProfile: "p" },
  })),
  ...["Deployment", "StatefulSet", "DaemonSet"].map((kind) => ({
    type: `apps/v1.${kind}${kind === "Deployment" ? "" : "Update"}Strategy`,
    collection: `/apis/apps/v1/namespaces/default/${kind.toLowerCase()}s`,
    wrap: workload(kind, (node) => ({ [kind === "Deployment" ? "strategy" : "updateStrategy"]: node })),
    beside: { type: kind === "Deployment" ? "Recreate" : "OnDelete" },
    members: { rollingUpdate: kind === "StatefulSet" ? { partition: 1 } : { maxUnavailable: 1 } },
  })),
  {
    type: "batch/v1.PodFailurePolicyRule",
    collection: "/apis/batch/v1/namespaces/default/cronjobs",
    wrap: ofKind("batch/v1", "CronJob", (node) => ({
      spec: {
        schedule: "* * * * *",
        jobTemplate: {
          spec: {
            podFailurePolicy: { rules: [{ action: "Ignore", ...node }] },
            template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i:1" }] } },
          },
        },
      },
    })),
    members: {
      onExitCodes: { operator: "In", values: [1] },
      onPodConditions: [{ type: "DisruptionTarget", status: "True" }],
    },
  },
  { type: "autoscaling/v2.MetricSpec", collection: HPA, wrap: scaler((node) => node), members: METRICS },
  {
    type: "autoscaling/v2.MetricTarget",
    collection: HPA,
    wrap: scaler((node) => ({ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", ...node } } })),
    members: { averageUtilization: 50, averageValue: "1" },
  },
  {
    type: "networking/v1.NetworkPolicyPeer",
    collection: "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies",
    wrap: ofKind("networking.k8s.io/v1", "NetworkPolicy", (node) => ({
      spec: { podSelector: {}, ingress: [{ from: [node] }] },
    })),
    members: { ipBlock: { cidr: "10.0.0.0/8" }, podSelector: BALANCE.selector },
  },
  {
    type: "networking/v1.NetworkPolicyPeer",
    collection: "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies",
    wrap: ofKind("networking.k8s.io/v1", "NetworkPolicy", (node) => ({
      spec: { podSelector: {}, ingress: [{ from: [node] }] },
    })),
    members: { ipBlock: { cidr: "10.0.0.0/8" }, namespaceSelector: BALANCE.selector },
  },
  {
    type: "networking/v1.IngressBackend",
    collection: "/apis/networking.k8s.io/v1/namespaces/default/ingresses",
    wrap: ofKind("networking.k8s.io/v1", "Ingress", (node) => ({ spec: { defaultBackend: node } })),
    members: {
      resource: { apiGroup: "a.b", kind: "K", name: "n" },
      service: { name: "s", port: { number: 80 } },
    },
  },
  {
    type: "networking/v1.ServiceBackendPort",
    collection: "/apis/networking.k8s.io/v1/namespaces/default/ingresses",
    wrap: ofKind("networking.k8s.io/v1", "Ingress", (node) => ({
      spec: { defaultBackend: { service: { name: "s", port: node } } },
    })),
    members: { name: "http", number: 80 },
  },
  {
    type: "networking/v1.IngressClassParametersReference",
    collection: "/apis/networking.k8s.io/v1/ingressclasses",
    wrap: ofKind("networking.k8s.io/v1", "IngressClass", (node) => ({
      spec: { controller: "a.b/c", parameters: { kind: "K", name: "n", ...node } },
    })),
    beside: { scope: "Cluster" },
    members: { namespace: "n" },
  },
  {
    type: "policy/v1.PodDisruptionBudgetSpec",
    collection: "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
    wrap: ofKind("policy/v1", "PodDisruptionBudget", (node) => ({ spec: { ...BALANCE, ...node } })),
    members: { maxUnavailable: 1, minAvailable: "50%" },
  },
  {
    type: "resource/v1.ResourceSliceSpec",
    collection: SLICES,
    wrap: sliceOf((node) => node),
    members: { allNodes: true, nodeSelector: NODES, perDeviceNodeSelection: true },
  },
  {
    type: "resource/v1.ResourceSliceSpec",
    collection: SLICES,
    wrap: sliceOf((node) => ({ allNodes: true, ...node })),
    members: { devices: [{ name: "d" }], sharedCounters: [{ name: "c", counters: { a: { value: "1" } } }] },
  },
  {
    type: "resource/v1.Device",
    collection: SLICES,
    wrap: sliceOf((node) => ({ perDeviceNodeSelection: true, devices: [{ name: "d", ...node }] })),
    members: { allNodes: true, nodeName: "n", nodeSelector: NODES },
  },
  {
    type: "resource/v1.DeviceAttribute",
    collection: SLICES,
    wrap: inDevice((node) => ({ attributes: { a: node } })),
    members: { bool: true, int: 1, string: "s", version: "1.0.0" },
  },
  {
    type: "resource/v1.CapacityRequestPolicy",
    collection: SLICES,
    wrap: inDevice((node) => ({
      allowMultipleAllocations: true,
      capacity: { a: { value: "10", requestPolicy: { default: "2", ...node } } },
    })),
    members: { validRange: { min: "1", max: "10" }, validValues: ["1", "2"] },
  },
  {
    type: "flowcontrol/v1.Subject",
    collection: "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas",
    wrap: ofKind("flowcontrol.apiserver.k8s.io/v1", "FlowSchema", (node) => ({
      spec: {
        priorityLevelConfiguration: { name: "p" },
        rules: [{ subjects: [node], nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }] }],
      },
    })),
    members: { group: { name: "g" }, serviceAccount: { name: "s", namespace: "n" }, user: { name: "u" } },
  },
  {
    type: "flowcontrol/v1.LimitResponse",
    collection: "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations",
    wrap: ofKind("flowcontrol.apiserver.k8s.io/v1", "PriorityLevelConfiguration", (node) => ({
      spec: { type: "Limited", limited: { limitResponse: node } },
    })),
    beside: { type: "Reject" },
    members: { queuing: { queues: 8, handSize: 2, queueLengthLimit: 5 } },
  },
  {
    type: "admissionregistration/v1.WebhookClientConfig",
    collection: "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
    wrap: ofKind("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", (node) => ({
      webhooks: [{ name: "a.b.c", sideEffects: "None", admissionReviewVersions: ["v1"], clientConfig: node }],
    })),
    members: { service: { namespace: "n", name: "s" }, url: "https://a.example" },
  },
  {
    type: "admissionregistration/v1.ParamRef",
    collection: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
    wrap: ofKind("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding", (node) => ({
      spec: {
        policyName: "p.example",
        validationActions: ["Deny"],
        paramRef: { parameterNotFoundAction: "Deny", ...node },
      },
    })),
    members: { name: "n", selector: BALANCE.selector },
  },
  {
    type: "admissionregistration/v1.Mutation",
    collection: "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies",
    wrap: ofKind("admissionregistration.k8s.io/v1", "MutatingAdmissionPolicy", (node) => ({
      spec: {
        reinvocationPolicy: "Never",
        matchConstraints: {
          resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
        },
        mutations: [node],
      },
    })),
    members: {
      applyConfiguration: { expression: "Object{}" },
      jsonPatch: { expression: '[JSONPatch{op: "remove", path: "/data"}]' },
    },
  },
];
