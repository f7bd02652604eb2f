import type { JsonObject } from "@kiln/api";

/** An action of a user, after which the test waits until the cluster does not change. */
export type Step =
  | { readonly create: JsonObject }
  | { readonly patch: readonly [kind: string, name: string, change: JsonObject] }
  | { readonly remove: readonly [kind: string, name: string, propagation?: "Background" | "Foreground" | "Orphan"] }
  /** Evicts the Pod through its subresource; a refusal is compared as well. */
  | { readonly evict: string }
  /** Waits until the namespace has this many objects of the kind, finished Jobs for example. */
  | { readonly until: readonly [kind: string, count: number] }
  /** Compares the cluster after so many seconds. */
  | { readonly waitSeconds: number };

/** A scenario in a namespace of its own. */
export interface Scenario {
  readonly name: string;
  readonly steps: readonly Step[];
}

export function podTemplate(app: string, spec: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
  return {
    metadata: { labels: { app }, ...metadata },
    spec: { containers: [{ name: "main", image: "img:1" }], ...spec },
  };
}

export function workload(kind: string, name: string, spec: JsonObject = {}): JsonObject {
  const apiVersion = kind === "Job" || kind === "CronJob" ? "batch/v1" : "apps/v1";
  return { apiVersion, kind, metadata: { name }, spec };
}

const selector = (app: string): JsonObject => ({ matchLabels: { app } });

export function deployment(name: string, spec: JsonObject = {}): JsonObject {
  return workload("Deployment", name, { replicas: 3, selector: selector(name), template: podTemplate(name), ...spec });
}

export function replicaSet(name: string, spec: JsonObject = {}): JsonObject {
  return workload("ReplicaSet", name, { replicas: 2, selector: selector(name), template: podTemplate(name), ...spec });
}

export function statefulSet(name: string, spec: JsonObject = {}): JsonObject {
  const base = { replicas: 3, serviceName: name, selector: selector(name), template: podTemplate(name) };
  return workload("StatefulSet", name, { ...base, ...spec });
}

export function daemonSet(name: string, spec: JsonObject = {}): JsonObject {
  return workload("DaemonSet", name, { selector: selector(name), template: podTemplate(name), ...spec });
}

export function job(name: string, spec: JsonObject = {}): JsonObject {
  return workload("Job", name, { template: podTemplate(name, { restartPolicy: "Never" }), ...spec });
}

/** Template whose containers fail: by a Stage of kwok or of its stand-in, and by an annotation for the simulation. */
export function failingTemplate(app: string, spec: JsonObject = {}): JsonObject {
  return podTemplate(app, spec, {
    labels: { app, "pod-container-running-failed.stage.kwok.x-k8s.io": "true" },
    annotations: {
      "simulate.kiln/outcome": "fail",
      "simulate.kiln/exit-code": "3",
      "pod-container-running-failed.stage.kwok.x-k8s.io/exit-code": "3",
      "pod-container-running-failed.stage.kwok.x-k8s.io/delay": "50ms",
      "pod-container-running-failed.stage.kwok.x-k8s.io/jitter-delay": "60ms",
    },
  });
}

/** A node for this scenario only: only Pods with {@link onNode} run on it. */
export function node(name: string): JsonObject {
  const amounts = { cpu: "4", memory: "8Gi", "ephemeral-storage": "1Ti", pods: "110" };
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, labels: { "kubernetes.io/hostname": name, own: name } },
    spec: { taints: [{ key: "own", value: name, effect: "NoSchedule" }] },
    status: { capacity: amounts, allocatable: amounts },
  };
}

export function onNode(name: string): JsonObject {
  return { nodeSelector: { own: name }, tolerations: [{ key: "own", operator: "Equal", value: name }] };
}

export function volume(name: string, spec: JsonObject = {}): JsonObject {
  const capacity = { storage: "2Gi" };
  const base = { capacity, accessModes: ["ReadWriteOnce"], hostPath: { path: "/tmp" }, storageClassName: name };
  return { apiVersion: "v1", kind: "PersistentVolume", metadata: { name }, spec: { ...base, ...spec } };
}

export function claim(name: string, spec: JsonObject = {}): JsonObject {
  const base = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
  return { apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: { name }, spec: { ...base, ...spec } };
}

export function autoscaler(name: string, spec: JsonObject = {}): JsonObject {
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name };
  const metrics = [
    { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } } },
  ];
  return {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name },
    spec: { scaleTargetRef, minReplicas: 1, maxReplicas: 5, metrics, ...spec },
  };
}

/** Autoscaler of a Deployment by an external metric of 50, which is now `load`. */
export function loadAutoscaler(name: string, load: string, spec: JsonObject = {}): JsonObject {
  const metrics = [
    { type: "External", external: { metric: { name: METRIC }, target: { type: "Value", value: "50" } } },
  ];
  const made = autoscaler(name, { metrics, ...spec });
  return { ...made, metadata: { name, annotations: { [`simulate.kiln/metric.${METRIC}`]: load } } };
}

/** Value of the external metric in a namespace, which the autoscalers of kube-controller-manager read. */
export function loadNow(value: string): JsonObject {
  return {
    apiVersion: "external.metrics.k8s.io/v1beta1",
    kind: "Load",
    metadata: { name: "now" },
    metricName: METRIC,
    value,
  };
}

const METRIC = "loads";

/** Serves the external metric: lists of its custom resources have the format of the metrics API. */
export function loadDefinition(): JsonObject {
  const group = "external.metrics.k8s.io";
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      name: `${METRIC}.${group}`,
      annotations: { "api-approved.kubernetes.io": "unapproved, stands in for a metrics server" },
    },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: METRIC, kind: "Load", listKind: "ExternalMetricValueList" },
      versions: [{ name: "v1beta1", served: true, storage: true, schema }],
    },
  };
}

export function cronJob(name: string, spec: JsonObject = {}, pods: JsonObject = podTemplate(name)): JsonObject {
  const template = { ...pods, spec: { ...(pods.spec as JsonObject), restartPolicy: "Never" } };
  return workload("CronJob", name, { schedule: "* * * * *", jobTemplate: { spec: { template } }, ...spec });
}

export function pod(name: string, spec: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
  const { metadata: labels, spec: made } = podTemplate(name, spec, metadata) as {
    metadata: JsonObject;
    spec: JsonObject;
  };
  return { apiVersion: "v1", kind: "Pod", metadata: { name, ...labels }, spec: made };
}

export function service(name: string, spec: JsonObject = {}): JsonObject {
  const ports = [{ port: 80, targetPort: 8080 }];
  return { apiVersion: "v1", kind: "Service", metadata: { name }, spec: { selector: { app: name }, ports, ...spec } };
}

/** Resource requests of the first container. */
export function requests(amounts: JsonObject): JsonObject {
  return { containers: [{ name: "main", image: "img:1", resources: { requests: amounts } }] };
}
