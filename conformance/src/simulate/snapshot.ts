import { asObjects, asText, type JsonObject, type JsonValue, objectAt } from "@kiln/api";
import { type Client, itemsOf, type ResourceType } from "@kiln/client";

const apps = (plural: string): ResourceType => ({ group: "apps", version: "v1", plural, isNamespaced: true });
const core = (plural: string): ResourceType => ({ group: "", version: "v1", plural, isNamespaced: true });

/** The kinds that are compared. */
export const KINDS: Readonly<Record<string, ResourceType>> = {
  Deployment: apps("deployments"),
  ReplicaSet: apps("replicasets"),
  StatefulSet: apps("statefulsets"),
  DaemonSet: apps("daemonsets"),
  ControllerRevision: apps("controllerrevisions"),
  ReplicationController: core("replicationcontrollers"),
  Job: { group: "batch", version: "v1", plural: "jobs", isNamespaced: true },
  CronJob: { group: "batch", version: "v1", plural: "cronjobs", isNamespaced: true },
  Pod: core("pods"),
  Service: core("services"),
  Endpoints: core("endpoints"),
  EndpointSlice: { group: "discovery.k8s.io", version: "v1", plural: "endpointslices", isNamespaced: true },
  PersistentVolumeClaim: core("persistentvolumeclaims"),
  HorizontalPodAutoscaler: {
    group: "autoscaling",
    version: "v2",
    plural: "horizontalpodautoscalers",
    isNamespaced: true,
  },
  PodDisruptionBudget: { group: "policy", version: "v1", plural: "poddisruptionbudgets", isNamespaced: true },
  ResourceQuota: core("resourcequotas"),
  Event: core("events"),
};

/** Kinds of the whole cluster that scenarios use; of these, volumes of the namespace's claims are compared. */
export const CLUSTER_KINDS: Readonly<Record<string, ResourceType>> = {
  Node: { ...core("nodes"), isNamespaced: false },
  PersistentVolume: { ...core("persistentvolumes"), isNamespaced: false },
};

/** Kinds that scenarios use and that are not compared. */
export const OTHER_KINDS: Readonly<Record<string, ResourceType>> = {
  Load: { group: "external.metrics.k8s.io", version: "v1beta1", plural: "loads", isNamespaced: true },
};

/** A namespace at rest: one line a fact, with names and times that differ from run to run masked. */
export async function takeSnapshot(client: Client, namespace: string): Promise<string[]> {
  const lines: string[] = [];
  for (const [kind, type] of Object.entries(KINDS)) {
    const objects = itemsOf(await client.list(type, { namespace }));
    lines.push(...(kind === "Event" ? eventLines(objects) : objectLines(kind, objects)));
  }
  const volumes = itemsOf(await client.list(CLUSTER_KINDS.PersistentVolume as ResourceType));
  const own = volumes.filter((one) => objectAt(one, "spec", "claimRef").namespace === namespace);
  const pods = itemsOf(await client.list(KINDS.Pod as ResourceType, { namespace }));
  // Of equal Pods, a scale-down deletes any: their nodes are not compared then.
  const isScaled = lines.some((line) => line.startsWith("HorizontalPodAutoscaler "));
  return [...lines, ...objectLines("PersistentVolume", own), ...(isScaled ? [] : spreadLines(pods))].sort();
}

function objectLines(kind: string, objects: readonly JsonObject[]): string[] {
  const shown = objects.map((object) => {
    const name = maskName(asText(objectAt(object, "metadata").name));
    if (kind === "EndpointSlice") {
      // How many changes of Pods one update takes in depends on time.
      delete objectAt(object, "metadata").generation;
    }
    return `${kind} ${name} ${JSON.stringify(sortKeys(kind === "Pod" ? podFacts(object) : mask(object)))}`;
  });
  return shown;
}

/** How many Pods of a workload each node has, without the nodes' names. */
function spreadLines(pods: readonly JsonObject[]): string[] {
  const byOwner = new Map<string, Map<string, number>>();
  for (const pod of pods) {
    const [owner] = asObjects(objectAt(pod, "metadata").ownerReferences);
    // The Pods of a Job are not spread: equal nodes are chosen at random.
    if (owner?.kind === "Job") {
      continue;
    }
    const counts = byOwner.get(asText(owner?.name)) ?? new Map<string, number>();
    const node = asText(objectAt(pod, "spec").nodeName);
    counts.set(node, (counts.get(node) ?? 0) + 1);
    byOwner.set(asText(owner?.name), counts);
  }
  return [...byOwner].map(([owner, counts]) => `spread of ${owner}: ${[...counts.values()].sort().join(" ")}`);
}

/** Conditions set by kwok, the scheduler and the controllers. KWOK does not change the last two of a finished Pod. */
const CONDITIONS = ["PodScheduled", "Initialized", "DisruptionTarget"];
const READINESS = ["ContainersReady", "Ready"];

/** Status as far as KWOK reports it. */
function podFacts(pod: JsonObject): JsonValue {
  const { metadata, spec, status } = mask(pod) as { metadata: JsonObject; spec: JsonObject; status: JsonObject };
  const isOver = status.phase === "Succeeded" || status.phase === "Failed";
  const conditions = asObjects(status.conditions)
    .filter(({ type }) => CONDITIONS.includes(asText(type)) || (!isOver && READINESS.includes(asText(type))))
    .map((condition) => conditionFact(condition));
  const { nodeName, volumes: _, ...rest } = spec;
  return {
    metadata,
    spec: { ...rest, isAssigned: nodeName !== undefined },
    phase: status.phase ?? "",
    conditions: conditions.sort(),
  };
}

/** Reasons and generations of conditions that kubelets do not set: those of the scheduler and of the controllers. */
function conditionFact({ type, status, reason = "", message = "", observedGeneration = "" }: JsonObject): string {
  const fact = `${asText(type)}=${asText(status)}`;
  const isKubelets = type !== "DisruptionTarget" && !(type === "PodScheduled" && status === "False");
  return isKubelets ? fact : `${fact} ${asText(reason)} ${asText(message)} @${String(observedGeneration)}`;
}

/** The events of each object in their order. */
function eventLines(events: readonly JsonObject[]): string[] {
  const sorted = [...events].sort(
    (a, b) => Number(objectAt(a, "metadata").resourceVersion) - Number(objectAt(b, "metadata").resourceVersion),
  );
  const byObject = new Map<string, string[]>();
  for (const event of sorted) {
    const { kind, name } = objectAt(event, "involvedObject");
    const component = asText(event.reportingComponent) || asText(objectAt(event, "source").component);
    // Kiln's own hint that no workload controller is there, before kube-controller-manager has begun. With a cache that is
    // behind, kube-controller-manager misses a Job that it has just deleted.
    if (component === "kiln" || event.reason === "MissingJob") {
      continue;
    }
    const key = `${asText(kind)} ${maskName(asText(name))}`;
    const line = `${component} ${asText(event.type)} ${asText(event.reason)}: ${maskText(asText(event.message))}`;
    byObject.set(key, [...(byObject.get(key) ?? []), line]);
  }
  return [...byObject].flatMap(([key, lines]) => [...new Set(lines)].map((line) => `event of ${key}: ${line}`));
}

const TIMES = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const DROPPED: ReadonlySet<string> = new Set([
  ...[
    "uid",
    "resourceVersion",
    "managedFields",
    "creationTimestamp",
    "namespace",
    "clusterIP",
    "clusterIPs",
    "nodeName",
  ],
  ...["generateName", "addresses", "ip", "podIP", "podIPs", "hostIP", "hostIPs", "startTime", "ownerUid"],
  ...["batch.kubernetes.io/controller-uid", "controller-uid", "endpoints.kubernetes.io/last-change-trigger-time"],
]);

function mask(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const items = value.map(mask);
    return items.every((item) => typeof item === "object")
      ? items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
      : items;
  }
  if (typeof value === "string") {
    return TIMES.test(value) ? "TIME" : maskText(value);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const kept = Object.entries(value).filter(([key]) => !DROPPED.has(key));
  const masked = kept.map(([key, child]): [string, JsonValue] => [key, mask(child)]);
  // Endpoints have no other annotation than one that is dropped, and its presence depends on time.
  return Object.fromEntries(
    masked.filter(([key, child]) => key !== "annotations" || Object.keys(child ?? {}).length > 0),
  );
}

function sortKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return value.map(sortKeys);
  }
  return typeof value !== "object" || value === null
    ? value
    : Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((key) => [key, sortKeys(value[key] as JsonValue)]),
      );
}

/** A name that the server generated ends in five letters of its alphabet. */
function maskName(name: string): string {
  return name.replace(/-2\d{7}(?!\d)/, "-MINUTE").replace(/-[bcdfghjklmnpqrstvwxz2456789]{5}$/, "-*");
}

/** How many similar events are combined depends on how often a program retried. */
function maskText(text: string): string {
  return (
    text
      .replace("(combined from similar events): ", "")
      .replace(/\bns-[a-z0-9-]+(?=[/"_ ]|$)/g, "NS")
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "UID")
      .replace(/-[bcdfghjklmnpqrstvwxz2456789]{5}(?![a-z0-9-])/g, "-*")
      .replace(/kiln-node-\d+/g, "NODE")
      // The number of the minute that a CronJob was due at.
      .replace(/-2\d{7}(?!\d)/g, "-MINUTE")
  );
}
