import type { JsonObject, LabelSelectorObject } from "@kiln/api";
import { createActor } from "@kiln/kinds";
import type { KindName } from "../../cluster/cluster.ts";
import { type Node, type PodTemplate, resolvePercent, type Toleration, type Workload } from "../../objects.ts";
import { matchesNode } from "../../placement/node-affinity.ts";
import type { PodRecord } from "../../pods/pod-record.ts";
import { tolerates } from "../../scheduler/taints.ts";
import type { Simulation } from "../../simulation.ts";

export const DAEMON_SET: KindName = { apiVersion: "apps/v1", kind: "DaemonSet" };
export const ACTOR = createActor("daemon-set-controller");
export const HASH_LABEL = "controller-revision-hash";

interface DaemonSetSpec {
  selector: LabelSelectorObject;
  template: PodTemplate;
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
  updateStrategy: { type: string; rollingUpdate?: { maxUnavailable?: number | string; maxSurge?: number | string } };
}

export type DaemonSet = Workload<DaemonSetSpec, JsonObject>;

/** State of one reconciliation of a DaemonSet. */
export interface DaemonRun {
  readonly simulation: Simulation;
  readonly set: DaemonSet;
  readonly hash: string;
  readonly byNode: ReadonlyMap<string, PodRecord[]>;
  readonly nodes: readonly { readonly node: Node; readonly fit: Fit }[];
  readonly nowMs: number;
}

export interface Fit {
  readonly shouldRun: boolean;
  readonly mayStay: boolean;
}

export function fitOf({ spec }: DaemonSet, { metadata, spec: node }: Node): Fit {
  const { template } = spec;
  if ((template.spec.nodeName ?? metadata.name) !== metadata.name) {
    return { shouldRun: false, mayStay: false };
  }
  if (!matchesNode(template.spec, metadata.name, metadata.labels ?? {})) {
    return { shouldRun: false, mayStay: false };
  }
  const tolerations = tolerationsOf(template);
  const against = (node?.taints ?? []).filter((taint) => !tolerates(tolerations, taint));
  return {
    shouldRun: against.every(({ effect }) => effect === "PreferNoSchedule"),
    mayStay: against.every(({ effect }) => effect !== "NoExecute"),
  };
}

/** Kubernetes: tolerations that every Pod of a DaemonSet gets (daemonset_util.go AddOrUpdateDaemonPodTolerations, v1.36). */
const TOLERATED: readonly Toleration[] = [
  { key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoExecute" },
  { key: "node.kubernetes.io/unreachable", operator: "Exists", effect: "NoExecute" },
  { key: "node.kubernetes.io/disk-pressure", operator: "Exists", effect: "NoSchedule" },
  { key: "node.kubernetes.io/memory-pressure", operator: "Exists", effect: "NoSchedule" },
  { key: "node.kubernetes.io/pid-pressure", operator: "Exists", effect: "NoSchedule" },
  { key: "node.kubernetes.io/unschedulable", operator: "Exists", effect: "NoSchedule" },
];
const NETWORK: Toleration = { key: "node.kubernetes.io/network-unavailable", operator: "Exists", effect: "NoSchedule" };

export function tolerationsOf({ spec }: PodTemplate): Toleration[] {
  const added = spec.hostNetwork === true ? [...TOLERATED, NETWORK] : TOLERATED;
  const own = spec.tolerations ?? [];
  const isNew = (one: Toleration) => !own.some(({ key, effect }) => key === one.key && effect === one.effect);
  return [...own, ...added.filter(isNew)];
}

/** Limits of a rolling update: Pods beyond the desired number, and unavailable Pods. */
export function updateLimits({ set, nodes }: DaemonRun): { readonly surge: number; readonly unavailable: number } {
  const { rollingUpdate = {}, type } = set.spec.updateStrategy;
  const wanted = nodes.filter(({ fit }) => fit.shouldRun).length;
  const surge = type === "RollingUpdate" ? resolvePercent(rollingUpdate.maxSurge ?? 0, wanted, "up") : 0;
  const unavailable = resolvePercent(rollingUpdate.maxUnavailable ?? 1, wanted, "up");
  // Kubernetes: one of the two is at least 1 (daemon/update.go updatedDesiredNodeCounts, v1.36).
  return { surge, unavailable: surge === 0 ? Math.max(unavailable, 1) : unavailable };
}

/** Node of the Pod; for a Pod that is not scheduled, the node in its affinity. */
function nodeOf({ nodeName, needs }: PodRecord): string {
  if (nodeName !== "") {
    return nodeName;
  }
  const text = JSON.stringify(needs.affinity ?? {});
  return /"key":"metadata.name","operator":"In","values":\["([^"]+)"\]/.exec(text)?.[1] ?? "";
}

export function groupByNode(pods: Iterable<PodRecord>): Map<string, PodRecord[]> {
  const byNode = new Map<string, PodRecord[]>();
  for (const pod of pods) {
    const name = nodeOf(pod);
    const there = byNode.get(name);
    there === undefined ? byNode.set(name, [pod]) : there.push(pod);
  }
  return byNode;
}
