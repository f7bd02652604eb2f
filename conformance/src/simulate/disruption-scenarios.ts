import type { JsonObject } from "@kiln/api";
import {
  daemonSet,
  deployment,
  job,
  node,
  onNode,
  pod,
  podTemplate,
  replicaSet,
  requests,
  type Scenario,
  type Step,
  statefulSet,
} from "./scenario.ts";

const create = (...objects: readonly JsonObject[]): Step[] => objects.map((object) => ({ create: object }));
const orphan = (kind: string, name: string): Step => ({ remove: [kind, name, "Orphan"] });
const foreground = (kind: string, name: string): Step => ({ remove: [kind, name, "Foreground"] });

/** Of 4 CPUs. */
const greedy = (name: string, cpu: string, of: string, more: JsonObject = {}): JsonObject =>
  pod(name, { ...onNode(of), ...requests({ cpu }), ...more }, { labels: { app: name } });
/** A class that is there from the start, above the default priority. */
const URGENT: JsonObject = { priorityClassName: "system-cluster-critical" };

const guard = (name: string): JsonObject => ({
  apiVersion: "policy/v1",
  kind: "PodDisruptionBudget",
  metadata: { name },
  spec: { minAvailable: 1, selector: { matchLabels: { app: name } } },
});

/** Tolerates a lost node for a short time only. */
function leavingLostNodes(name: string): JsonObject {
  const { nodeSelector, tolerations } = onNode(name) as { nodeSelector: JsonObject; tolerations: JsonObject[] };
  const short = ["not-ready", "unreachable"].map((what) => ({
    ...{ key: `node.kubernetes.io/${what}`, operator: "Exists", effect: "NoExecute", tolerationSeconds: 2 },
  }));
  return { nodeSelector, tolerations: [...tolerations, ...short] };
}

export const disruptions: readonly Scenario[] = [
  {
    name: "node-lost",
    steps: [
      ...create(node("own-lost"), deployment("web", { template: podTemplate("web", leavingLostNodes("own-lost")) })),
      // The annotation is for the simulation and the stand-in of kwok, the label for kwok.
      {
        patch: [
          "Node",
          "own-lost",
          { metadata: { annotations: { "simulate.kiln/node-state": "lost" }, labels: { lost: "true" } } },
        ],
      },
      { waitSeconds: 75 },
    ],
  },
  {
    name: "pod-preempts",
    steps: create(
      node("own-preempts"),
      greedy("low", "3", "own-preempts"),
      greedy("urgent", "2", "own-preempts", URGENT),
    ),
  },
  {
    name: "pod-preempts-few",
    steps: create(
      node("own-few"),
      greedy("a", "2", "own-few"),
      greedy("b", "1", "own-few"),
      greedy("c", "1", "own-few"),
      greedy("urgent", "1", "own-few", URGENT),
    ),
  },
  {
    name: "pod-preempts-beside-budget",
    steps: [
      ...create(node("own-budget"), guard("a"), greedy("a", "2", "own-budget"), greedy("b", "2", "own-budget")),
      ...create(greedy("urgent", "2", "own-budget", URGENT)),
    ],
  },
  {
    name: "pod-preempts-in-vain",
    steps: create(node("own-vain"), greedy("low", "3", "own-vain"), greedy("urgent", "5", "own-vain", URGENT)),
  },
  {
    name: "replica-set-preempted",
    steps: create(
      node("own-replaced"),
      replicaSet("low", {
        replicas: 1,
        template: podTemplate("low", { ...onNode("own-replaced"), ...requests({ cpu: "3" }) }),
      }),
      greedy("urgent", "2", "own-replaced", URGENT),
    ),
  },
  {
    name: "endpoints-mirrored",
    steps: create(
      {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: "outside" },
        spec: { ports: [{ name: "http", port: 80 }] },
      },
      {
        apiVersion: "v1",
        kind: "Endpoints",
        metadata: { name: "outside" },
        subsets: [{ addresses: [{ ip: "192.0.2.10" }, { ip: "192.0.2.11" }], ports: [{ name: "http", port: 8080 }] }],
      },
    ),
  },
  { name: "stateful-set-delete-orphan", steps: [...create(statefulSet("db")), orphan("StatefulSet", "db")] },
  { name: "stateful-set-delete-foreground", steps: [...create(statefulSet("db")), foreground("StatefulSet", "db")] },
  { name: "daemon-set-delete-orphan", steps: [...create(daemonSet("agent")), orphan("DaemonSet", "agent")] },
  { name: "job-delete-orphan", steps: [...create(job("j")), orphan("Job", "j")] },
  { name: "job-delete-foreground", steps: [...create(job("j")), foreground("Job", "j")] },
  { name: "replica-set-delete-foreground", steps: [...create(replicaSet("rs")), foreground("ReplicaSet", "rs")] },
];
