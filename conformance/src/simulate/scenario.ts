import type { JsonObject } from "@kiln/api";

/** One thing that a user does; the cluster comes to rest after it. */
export type Step =
  | { readonly create: JsonObject }
  | { readonly patch: readonly [kind: string, name: string, change: JsonObject] }
  | { readonly remove: readonly [kind: string, name: string, propagation?: "Background" | "Foreground" | "Orphan"] }
  /** Looks at the cluster after so many seconds. */
  | { readonly waitSeconds: number };

/** Played in a namespace of its own. */
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

/** Requests of the first container. */
export function requests(amounts: JsonObject): JsonObject {
  return { containers: [{ name: "main", image: "img:1", resources: { requests: amounts } }] };
}
