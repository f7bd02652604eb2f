import type { JsonObject, JsonValue } from "@kiln/api";

const CREATED = "2026-01-02T03:04:05Z";
const CHANGED = "2026-01-02T03:04:06Z";

/** Names of fields as managed fields list them. */
function owns(...names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [`f:${name}`, {}]));
}

function entry(manager: string, apiVersion: string, fieldsV1: JsonObject): JsonObject {
  return { manager, operation: "Update", apiVersion, time: CREATED, fieldsType: "FieldsV1", fieldsV1 };
}

function metadata(name: string, apiVersion: string, more: JsonObject = {}): JsonObject {
  return {
    name,
    namespace: "default",
    uid: "6a5f1e0a-7d0c-4a8e-9d9b-0f1f7c1b7a10",
    resourceVersion: "12345",
    creationTimestamp: CREATED,
    labels: { app: "web", "app.kubernetes.io/part-of": "shop" },
    annotations: { "example.com/note": "some longer text that says something" },
    ...more,
    managedFields: [
      entry("kubectl", apiVersion, {
        "f:metadata": { "f:labels": { ".": {}, "f:app": {} } },
        "f:spec": owns("replicas"),
      }),
    ],
  };
}

/** Metadata without labels and annotations, as components write it. */
function plainMetadata(name: string, apiVersion: string, owned: JsonObject): JsonObject {
  return {
    name,
    namespace: "kube-system",
    uid: "6a5f1e0a-7d0c-4a8e-9d9b-0f1f7c1b7a10",
    resourceVersion: "12345",
    creationTimestamp: CREATED,
    managedFields: [entry("kubelet", apiVersion, owned)],
  };
}

const probe = { httpGet: { path: "/healthz", port: 8080, scheme: "HTTP" }, timeoutSeconds: 1, periodSeconds: 10 };
const fieldRef = { apiVersion: "v1", fieldPath: "status.podIP" };
const podSpec: JsonObject = {
  volumes: [{ name: "config", configMap: { name: "web-config", defaultMode: 420 } }],
  containers: [
    {
      name: "web",
      image: "registry.example.com/shop/web:1.2.3",
      args: ["--port=8080", "--verbose"],
      ports: [{ name: "http", containerPort: 8080, protocol: "TCP" }],
      env: [
        { name: "A", value: "1" },
        { name: "POD_IP", valueFrom: { fieldRef } },
      ],
      resources: { limits: { cpu: "500m", memory: "128Mi" }, requests: { cpu: "100m", memory: "64Mi" } },
      volumeMounts: [{ name: "config", mountPath: "/etc/web" }],
      livenessProbe: probe,
      terminationMessagePath: "/dev/termination-log",
      imagePullPolicy: "IfNotPresent",
      securityContext: { allowPrivilegeEscalation: false },
    },
  ],
  restartPolicy: "Always",
  terminationGracePeriodSeconds: 30,
  dnsPolicy: "ClusterFirst",
  serviceAccountName: "default",
  schedulerName: "default-scheduler",
  tolerations: [{ key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoExecute" }],
};

function conditions(types: readonly string[]): JsonValue {
  return types.map((type) => ({ type, status: "True", lastTransitionTime: CHANGED }));
}

const pod: JsonObject = {
  kind: "Pod",
  apiVersion: "v1",
  metadata: metadata("web-1", "v1"),
  spec: podSpec,
  status: {
    phase: "Running",
    conditions: conditions(["Initialized", "Ready", "ContainersReady", "PodScheduled"]),
    hostIP: "10.0.0.1",
    podIP: "10.1.0.7",
    startTime: CHANGED,
  },
};

const nodeConditions = ["MemoryPressure", "DiskPressure", "PIDPressure", "Ready"].map((type) => ({
  type,
  status: type === "Ready" ? "True" : "False",
  lastHeartbeatTime: CHANGED,
  lastTransitionTime: CREATED,
  reason: "KubeletReady",
  message: "kubelet is posting ready status",
}));
const resources = { cpu: "8", memory: "32778Mi", pods: "110", "ephemeral-storage": "101430960Ki" };

/** Objects as a server stores them, by what the figures are called. */
export const sampleObjects: Readonly<Record<string, JsonObject>> = {
  Pod: pod,
  Deployment: {
    kind: "Deployment",
    apiVersion: "apps/v1",
    metadata: metadata("web", "apps/v1"),
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: "web" } },
      template: { metadata: { labels: { app: "web" } }, spec: podSpec },
    },
  },
  Lease: {
    kind: "Lease",
    apiVersion: "coordination.k8s.io/v1",
    metadata: plainMetadata("node-1", "coordination.k8s.io/v1", {
      "f:spec": owns("holderIdentity", "leaseDurationSeconds", "renewTime"),
    }),
    spec: { holderIdentity: "node-1", leaseDurationSeconds: 40, renewTime: "2026-01-02T03:04:05.123456Z" },
  },
  Secret: {
    kind: "Secret",
    apiVersion: "v1",
    metadata: metadata("s", "v1"),
    data: { username: "YWRtaW4=", password: "c29tZSBsb25nZXIgcGFzc3dvcmQgdGhhdCBpcyBub3Qgc2hvcnQ=" },
    type: "Opaque",
  },
  ConfigMap: {
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: metadata("c", "v1"),
    data: { a: "x".repeat(400), b: "y".repeat(200) },
  },
  Event: {
    kind: "Event",
    apiVersion: "v1",
    metadata: plainMetadata("web-1.17f0a1b2c3d4e5f6", "v1", owns("count", "involvedObject", "message", "reason")),
    involvedObject: { kind: "Pod", namespace: "default", name: "web-1", apiVersion: "v1", resourceVersion: "12340" },
    reason: "Scheduled",
    message: "Successfully assigned default/web-1 to node-1",
    source: { component: "default-scheduler" },
    firstTimestamp: CREATED,
    lastTimestamp: CHANGED,
    count: 2,
    type: "Normal",
    eventTime: null,
    reportingComponent: "default-scheduler",
    reportingInstance: "",
  },
  EndpointSlice: {
    kind: "EndpointSlice",
    apiVersion: "discovery.k8s.io/v1",
    metadata: metadata("web-abcde", "discovery.k8s.io/v1", { generateName: "web-", generation: 3 }),
    addressType: "IPv4",
    endpoints: [1, 2, 3, 4].map((n) => ({
      addresses: [`10.1.0.${n}`],
      conditions: { ready: true, serving: true, terminating: false },
      nodeName: `node-${n}`,
      targetRef: { kind: "Pod", namespace: "default", name: `web-${n}`, uid: "6a5f1e0a-7d0c-4a8e-9d9b-0f1f7c1b7a10" },
    })),
    ports: [{ name: "http", port: 8080, protocol: "TCP" }],
  },
  Node: {
    kind: "Node",
    apiVersion: "v1",
    metadata: plainMetadata("node-1", "v1", { "f:status": owns("conditions", "capacity", "allocatable", "nodeInfo") }),
    spec: { podCIDR: "10.1.0.0/24", podCIDRs: ["10.1.0.0/24"] },
    status: {
      capacity: resources,
      allocatable: resources,
      conditions: nodeConditions,
      addresses: [
        { type: "InternalIP", address: "10.0.0.1" },
        { type: "Hostname", address: "node-1" },
      ],
      daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
      nodeInfo: {
        machineID: "7d0c4a8e9d9b0f1f",
        systemUUID: "6a5f1e0a-7d0c-4a8e-9d9b-0f1f7c1b7a10",
        bootID: "6a5f1e0a-7d0c-4a8e-9d9b-0f1f7c1b7a11",
        kernelVersion: "6.12.0",
        osImage: "Debian GNU/Linux 13 (trixie)",
        containerRuntimeVersion: "containerd://2.1.0",
        kubeletVersion: "v1.36.4",
        kubeProxyVersion: "",
        operatingSystem: "linux",
        architecture: "amd64",
      },
      images: [{ names: ["registry.example.com/shop/web:1.2.3"], sizeBytes: 123_456_789 }],
    },
  },
  Service: {
    kind: "Service",
    apiVersion: "v1",
    metadata: metadata("web", "v1"),
    spec: {
      ports: [{ name: "http", protocol: "TCP", port: 80, targetPort: 8080 }],
      selector: { app: "web" },
      clusterIP: "10.96.0.10",
      clusterIPs: ["10.96.0.10"],
      type: "ClusterIP",
      sessionAffinity: "None",
      ipFamilies: ["IPv4"],
      ipFamilyPolicy: "SingleStack",
      internalTrafficPolicy: "Cluster",
    },
    status: { loadBalancer: {} },
  },
};

const LIST_ITEMS = 50;

export const sampleList: JsonObject = {
  kind: "PodList",
  apiVersion: "v1",
  metadata: {},
  items: new Array(LIST_ITEMS).fill(pod),
};
