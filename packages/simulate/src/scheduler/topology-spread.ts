import { asTexts, type JsonObject, type LabelSelectorObject, minOf } from "@kiln/api";
import type { PodSpec } from "../objects.ts";
import { matchesNode } from "../placement/node-affinity.ts";
import type { NodeRow, NodeTable } from "../placement/node-table.ts";
import type { PodRecord } from "../pods/pod-record.ts";
import { compileSelector } from "../simulation.ts";
import { untolerated } from "./taints.ts";

/** A topology spread constraint, and the number of matching Pods by domain. */
export interface Spread {
  readonly topologyKey: string;
  readonly maxSkew: number;
  readonly isHard: boolean;
  readonly counts: ReadonlyMap<string, number>;
  readonly least: number;
  /** 1 if the new Pod matches its own constraint, otherwise 0. */
  readonly self: number;
  /** A default constraint: nodes without its label count as well. */
  readonly isDefault: boolean;
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
    return own.map((constraint) => {
      const matches = selectorOf(constraint, pod);
      const count = ({ pods }: NodeRow) => countOf(pods.values(), matches);
      return readSpread({ table, spec, constraint, count, self: matches(pod) ? 1 : 0 });
    });
  }
  if (pod.controller === undefined || !SPREAD_KINDS.includes(pod.controller.kind)) {
    return [];
  }
  const placed = table.placedOf(pod.controller.uid);
  const count = ({ name }: NodeRow) => placed.get(name) ?? 0;
  return DEFAULTS.map((constraint) => ({
    ...readSpread({ table, spec, constraint, count, self: 1 }),
    isDefault: true,
  })).filter(({ counts }) => counts.size > 0);
}

function countOf(pods: Iterable<PodRecord>, matches: (pod: PodRecord) => boolean): number {
  let count = 0;
  for (const pod of pods) {
    count += matches(pod) ? 1 : 0;
  }
  return count;
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
  readonly spec: PodSpec;
  readonly constraint: JsonObject;
  /** Matching Pods on a node. */
  readonly count: (row: NodeRow) => number;
  readonly self: number;
}

function readSpread({ table, spec, constraint, count, self }: Reading): Spread {
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
      counts.set(domain, (counts.get(domain) ?? 0) + count(row));
    }
  }
  const minDomains = Number(constraint.minDomains ?? 1);
  const least = counts.size < minDomains || counts.size === 0 ? 0 : minOf(counts.values());
  const isHard = (constraint.whenUnsatisfiable ?? "DoNotSchedule") === "DoNotSchedule";
  return { topologyKey, maxSkew: Number(constraint.maxSkew), isHard, counts, least, self, isDefault: false };
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

/** Cost of a node for the constraints, the lowest is preferred; undefined if it lacks a topology key of the Pod's own. */
export function spreadCost(spreads: readonly Spread[], { labels }: NodeRow): number | undefined {
  let cost = 0;
  for (const { topologyKey, maxSkew, isHard, counts, isDefault } of spreads) {
    const domain = labels[topologyKey];
    if (!isHard && domain === undefined && !isDefault) {
      return undefined;
    }
    if (!isHard && domain !== undefined) {
      cost += (counts.get(domain) ?? 0) * Math.log(counts.size + 2) + (maxSkew - 1);
    }
  }
  return Math.round(cost);
}
