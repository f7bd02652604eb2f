import { decodeJson, encodeJson, type JsonObject } from "@kiln/api";
import { createProtobuf, type Protobuf } from "@kiln/kinds";
import type { Figure, Work } from "../benchmark.ts";
import { measureRatio } from "../measure-ratio.ts";

const LIST_ITEMS = 50;
/** A third beyond what was measured last, for machines with another balance of memory and processor. */
const BOUND = { most: 1.3 };

const managedFields = [
  {
    manager: "kubectl",
    operation: "Update",
    apiVersion: "v1",
    time: "2026-01-02T03:04:05Z",
    fieldsType: "FieldsV1",
    fieldsV1: { "f:metadata": { "f:labels": { ".": {}, "f:app": {} } }, "f:spec": { "f:replicas": {} } },
  },
];

function metadata(name: string): JsonObject {
  return {
    name,
    namespace: "default",
    uid: "6a5f1e0a-7d0c-4a8e-9d9b-0f1f7c1b7a10",
    resourceVersion: "12345",
    creationTimestamp: "2026-01-02T03:04:05Z",
    labels: { app: "web", "app.kubernetes.io/part-of": "shop" },
    annotations: { "example.com/note": "some longer text that says something" },
    managedFields,
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
const conditions = ["Initialized", "Ready", "ContainersReady", "PodScheduled"].map((type) => ({
  type,
  status: "True",
  lastTransitionTime: "2026-01-02T03:04:06Z",
}));
const pod: JsonObject = {
  kind: "Pod",
  apiVersion: "v1",
  metadata: metadata("web-1"),
  spec: podSpec,
  status: { phase: "Running", conditions, hostIP: "10.0.0.1", podIP: "10.1.0.7", startTime: "2026-01-02T03:04:06Z" },
};
const template = { metadata: { labels: { app: "web" } }, spec: podSpec };

/** Bodies of a create or an answer, by what the figures are called. */
const BODIES: Readonly<Record<string, JsonObject>> = {
  pod,
  deployment: {
    kind: "Deployment",
    apiVersion: "apps/v1",
    metadata: metadata("web"),
    spec: { replicas: 3, selector: { matchLabels: { app: "web" } }, template },
  },
  "config map": {
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: metadata("c"),
    data: { a: "x".repeat(400), b: "y".repeat(200) },
  },
  "list of pods": { kind: "PodList", apiVersion: "v1", metadata: {}, items: new Array(LIST_ITEMS).fill(pod) },
};

/** Processor time of decoding and encoding bodies in protobuf, as a share of that of the same in JSON. */
export async function measureProtobufBodies(): Promise<readonly Figure[]> {
  const protobuf = createProtobuf();
  const figures: Figure[] = [];
  for (const [name, object] of Object.entries(BODIES)) {
    for (const [verb, subject, baseline] of worksOf(protobuf, object)) {
      const { ratio } = await measureRatio({ subject, baseline, bound: BOUND });
      figures.push({ name: `${verb} a ${name}`, value: ratio, unit: "x", bound: BOUND });
    }
  }
  return figures;
}

function worksOf(protobuf: Protobuf, object: JsonObject): [verb: string, subject: Work, baseline: Work][] {
  const json = encodeJson(object);
  const message = protobuf.encode(object) as Uint8Array;
  const type = { apiVersion: "", kind: "" };
  const work = (name: string, run: () => unknown): Work => ({
    name,
    run: () => {
      run();
    },
  });
  return [
    ["decode", work("protobuf", () => protobuf.open(message, type).read()), work("JSON", () => decodeJson(json))],
    ["encode", work("protobuf", () => protobuf.encode(object)), work("JSON", () => encodeJson(object))],
  ];
}
