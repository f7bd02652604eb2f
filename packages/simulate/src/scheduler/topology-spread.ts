import { asTexts, type JsonObject, type LabelSelectorObject, minOf } from "@kiln/api";
import type { PodSpec } from "../objects.ts";
import { matchesNode } from "../placement/node-affinity.ts";
import type { NodeRow, NodeTable } from "../placement/node-table.ts";
import type { PodRecord } from "../pods/pod-record.ts";
import { compileSelector } from "../simulation.ts";
import { untolerated } from "./taints.ts";

/** One constraint with the Pods it counts, by domain. */
export interface Spread {
  readonly topologyKey: string;
  readonly maxSkew: number;
  readonly isHard: boolean;
  readonly counts: ReadonlyMap<string, number>;
  readonly least: number;
  /** Whether the new Pod counts itself. */
  readonly self: number;
}

/** Kubernetes: Pods of services and workloads are spread over nodes and zones unless they say otherwise (plugin.go systemDefaultConstraints, v1.36). */
const DEFAULTS = [
  { topologyKey: "kubernetes.io/hostname", maxSkew: 3, whenUnsatisfiable: "ScheduleAnyway" },
  { topologyKey: "topology.kubernetes.io/zone", maxSkew: 5, whenUnsatisfiable: "ScheduleAnyway" },
];

const SPREAD_KINDS: readonly string[] = ["ReplicaSet", "ReplicationController", "StatefulSet"];

export function readSpreads(table: NodeTable, pod: PodRecord, spec: PodSpec): Spread[] {
  const own = spec.topologySpreadConstraints ?? [];
  if (own.length > 0) {
    return own.map((constraint) => readSpread({ table, pod, spec, constraint, matches: selectorOf(constraint, pod) }));
  }
  if (pod.controller === undefined || !SPREAD_KINDS.includes(pod.controller.kind)) {
    return [];
  }
  const { uid } = pod.controller;
  const matches = (other: PodRecord) => other.controller?.uid === uid;
  return DEFAULTS.map((constraint) => readSpread({ table, pod, spec, constraint, matches })).filter(
    ({ counts }) => counts.size > 0,
  );
}

function selectorOf(constraint: JsonObject, pod: PodRecord): (other: PodRecord) => boolean {
  const selector = structuredClone(constraint.labelSelector ?? {}) as LabelSelectorObject;
  for (const key of asTexts(constraint.matchLabelKeys)) {
    const value = pod.labels[key];
    if (value !== undefined) {
      selector.matchLabels = { ...selector.matchLabels, [key]: value };
    }
  }
  const matches = compileSelector(constraint.labelSelector === undefined ? undefined : selector);
  const { namespace } = pod.metadata;
  return (other) => other.metadata.namespace === namespace && !other.isDeleting && matches(other.labels);
}

interface Reading {
  readonly table: NodeTable;
  readonly pod: PodRecord;
  readonly spec: PodSpec;
  readonly constraint: JsonObject;
  readonly matches: (other: PodRecord) => boolean;
}

function readSpread({ table, pod, spec, constraint, matches }: Reading): Spread {
  const topologyKey = String(constraint.topologyKey);
  const honorsTaints = constraint.nodeTaintsPolicy === "Honor";
  const honorsAffinity = constraint.nodeAffinityPolicy !== "Ignore";
  const counts = new Map<string, number>();
  for (const row of table.rows.values()) {
    const domain = row.labels[topologyKey];
    const isCounted =
      domain !== undefined &&
      (!honorsAffinity || matchesNode(spec, row.name, row.labels)) &&
      (!honorsTaints || untolerated(spec.tolerations ?? [], row.taints) === undefined);
    if (isCounted) {
      let count = counts.get(domain) ?? 0;
      for (const other of row.pods.values()) {
        count += matches(other) ? 1 : 0;
      }
      counts.set(domain, count);
    }
  }
  const minDomains = Number(constraint.minDomains ?? 1);
  const least = counts.size < minDomains || counts.size === 0 ? 0 : minOf(counts.values());
  const isHard = (constraint.whenUnsatisfiable ?? "DoNotSchedule") === "DoNotSchedule";
  return { topologyKey, maxSkew: Number(constraint.maxSkew), isHard, counts, least, self: matches(pod) ? 1 : 0 };
}

export const SPREAD_REASON = "node(s) didn't match pod topology spread constraints";

export function spreadReason(spreads: readonly Spread[], { labels }: NodeRow): string | undefined {
  for (const { topologyKey, maxSkew, isHard, counts, least, self } of spreads) {
    const domain = labels[topologyKey];
    if (!isHard) {
      continue;
    }
    if (domain === undefined) {
      return `${SPREAD_REASON} (missing required label)`;
    }
    if ((counts.get(domain) ?? 0) + self - least > maxSkew) {
      return SPREAD_REASON;
    }
  }
  return undefined;
}

/** Lower is better. */
export function spreadCost(spreads: readonly Spread[], { labels }: NodeRow): number {
  let cost = 0;
  for (const { topologyKey, maxSkew, isHard, counts } of spreads) {
    const domain = labels[topologyKey];
    if (!isHard && domain !== undefined) {
      cost += (counts.get(domain) ?? 0) * Math.log(counts.size + 2) + (maxSkew - 1);
    }
  }
  return Math.round(cost);
}
