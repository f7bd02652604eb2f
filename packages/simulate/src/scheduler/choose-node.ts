import { maxOf, minOf, type StringMap } from "@kiln/api";
import type { PodSpec } from "../objects.ts";
import { isSameHostPort } from "../placement/host-ports.ts";
import { matchesNode, preferredWeight } from "../placement/node-affinity.ts";
import { type NodeRow, type NodeTable, scoredRequests } from "../placement/node-table.ts";
import type { PodRecord } from "../pods/pod-record.ts";
import { countByDomain, excludedDomains, type PodTerm, readTerms } from "./pod-affinity.ts";
import { intolerablePreferences, untolerated } from "./taints.ts";
import { readSpreads, type Spread, spreadCost, spreadReason } from "./topology-spread.ts";

export interface Choosing {
  readonly table: NodeTable;
  readonly pod: PodRecord;
  readonly spec: PodSpec;
  readonly namespaceLabels: (namespace: string) => StringMap;
  /** Random number from 0 up to, but not including, 1, for nodes with equal scores. */
  readonly random: () => number;
  /** Returns why a node cannot use the Pod's volumes, undefined if it can; absent if all nodes can. */
  readonly isReachable?: (row: NodeRow) => string | undefined;
}

/** Reason why the Pod does not fit on a node, and whether it would without other Pods. */
export interface Misfit {
  readonly reasons: readonly string[];
  readonly isResolvable: boolean;
}

export type Choice =
  | { readonly node: string }
  | { readonly misfits: ReadonlyMap<string, Misfit>; readonly message: string };

export function chooseNode(choosing: Choosing): Choice {
  const { rows } = choosing.table;
  const filter = createFilter(choosing);
  const misfits = new Map<string, Misfit>();
  const fitting: NodeRow[] = [];
  const all = [...rows.values()];
  const enough = enoughNodes(all.length);
  // At a random place, so that all nodes are considered for some Pods.
  const first = enough < all.length ? Math.floor(choosing.random() * all.length) : 0;
  for (let i = 0; i < all.length && fitting.length < enough; i++) {
    const row = all[(first + i) % all.length] as NodeRow;
    const misfit = filter.check(row);
    if (misfit === undefined) {
      fitting.push(row);
    } else {
      misfits.set(row.name, misfit);
    }
  }
  if (fitting.length === 0) {
    return { misfits, message: explain(misfits, rows.size) };
  }
  return { node: best(choosing, filter, fitting).name };
}

/**
 * Kubernetes: from 100 nodes on, the search ends when a share of them fits, 50 % less one for every 125 nodes
 * (schedule_one.go numFeasibleNodesToFind, v1.36).
 */
function enoughNodes(total: number): number {
  const percent = Math.max(50 - Math.floor(total / 125), 5);
  return total < 100 ? total : Math.max(Math.floor((total * percent) / 100), 100);
}

/** Kubernetes: the reasons by how many nodes have them, sorted as text (types.go FitError.Error, v1.36). */
export function explain(misfits: ReadonlyMap<string, Misfit>, total: number): string {
  const counts = new Map<string, number>();
  for (const { reasons } of misfits.values()) {
    for (const reason of reasons) {
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
  }
  const listed = [...counts].map(([reason, count]) => `${count} ${reason}`).sort();
  return `0/${total} nodes are available:${listed.length === 0 ? "" : ` ${listed.join(", ")}.`}`;
}

export interface Filter {
  readonly spreads: readonly Spread[];
  check(row: NodeRow): Misfit | undefined;
}

const UNRESOLVABLE = (reason: string): Misfit => ({ reasons: [reason], isResolvable: false });
const RESOLVABLE = (...reasons: string[]): Misfit => ({ reasons, isResolvable: true });

export function createFilter({ table, pod, spec, namespaceLabels, isReachable }: Choosing): Filter {
  const spreads = readSpreads(table, pod, spec);
  const owner = { namespace: pod.metadata.namespace, labels: pod.labels, namespaceLabels };
  const counted = (terms: readonly PodTerm[]) =>
    terms.map((term) => ({ ...term, counts: countByDomain(table, term.topologyKey, term.matches) }));
  const together = counted(readTerms(spec.affinity, "podAffinity", "required", owner));
  const apart = counted(readTerms(spec.affinity, "podAntiAffinity", "required", owner));
  const isExcluded = excludedDomains(table, pod, namespaceLabels);
  // Kubernetes: the first of several Pods with affinity to each other may go anywhere (filtering.go satisfyPodAffinity,
  // v1.36).
  const isFirst =
    together.every(({ counts }) => [...counts.values()].every((count) => count === 0)) &&
    together.every(({ matches }) => matches(pod));
  const tolerations = spec.tolerations ?? [];
  const tolerated = [{ key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" }];
  return {
    spreads,
    check(row) {
      if (row.isUnschedulable && untolerated(tolerations, tolerated) !== undefined) {
        return UNRESOLVABLE("node(s) were unschedulable");
      }
      if (untolerated(tolerations, row.taints) !== undefined) {
        return UNRESOLVABLE("node(s) had untolerated taint(s)");
      }
      if (!matchesNode(spec, row.name, row.labels)) {
        return UNRESOLVABLE("node(s) didn't match Pod's node affinity/selector");
      }
      if (pod.needs.hostPorts.some((port) => isTaken(row, port))) {
        return RESOLVABLE("node(s) didn't have free ports for the requested pod ports");
      }
      const missing = missingResources(pod, row);
      if (missing.length > 0) {
        return { reasons: missing, isResolvable: fitsEmpty(pod, row) };
      }
      const unreachable = isReachable?.(row);
      if (unreachable !== undefined) {
        return UNRESOLVABLE(unreachable);
      }
      const spread = spreadReason(spreads, row);
      if (spread !== undefined) {
        return { reasons: [spread], isResolvable: !spread.endsWith(")") };
      }
      const isNear = together.every(
        ({ topologyKey, counts }) =>
          row.labels[topologyKey] !== undefined && (isFirst || (counts.get(row.labels[topologyKey]) ?? 0) > 0),
      );
      if (!isNear) {
        return UNRESOLVABLE("node(s) didn't match pod affinity rules");
      }
      if (apart.some(({ topologyKey, counts }) => (counts.get(row.labels[topologyKey] ?? "") ?? 0) > 0)) {
        return RESOLVABLE("node(s) didn't match pod anti-affinity rules");
      }
      return isExcluded(row) ? RESOLVABLE("node(s) didn't satisfy existing pods anti-affinity rules") : undefined;
    },
  };
}

/** Whether a host port is in use; `0.0.0.0` stands for every address of the node. */
function isTaken({ ports }: NodeRow, wanted: string): boolean {
  for (const [taken, count] of ports) {
    if (count > 0 && isSameHostPort(taken, wanted)) {
      return true;
    }
  }
  return false;
}

function missingResources({ needs }: PodRecord, { allocatable, used, pods }: NodeRow): string[] {
  const missing = pods.size + 1 > (allocatable.pods ?? 0) ? ["Too many pods"] : [];
  for (const [name, amount] of Object.entries(needs.requests)) {
    if (amount > 0 && amount > (allocatable[name] ?? 0) - (used[name] ?? 0)) {
      missing.push(`Insufficient ${name}`);
    }
  }
  return missing;
}

/** Kubernetes: a Pod that is larger than the node does not fit whichever Pods go (fit.go Filter, v1.36). */
function fitsEmpty({ needs }: PodRecord, { allocatable }: NodeRow): boolean {
  return Object.entries(needs.requests).every(([name, amount]) => amount <= (allocatable[name] ?? 0));
}

/** Kubernetes: the plugins' scores from 0 to 100, times their weights (default_plugins.go getDefaultPlugins, v1.36). */
function best(choosing: Choosing, filter: Filter, rows: readonly NodeRow[]): NodeRow {
  const { pod, spec, random, table, namespaceLabels } = choosing;
  const owner = { namespace: pod.metadata.namespace, labels: pod.labels, namespaceLabels };
  const soft = (["podAffinity", "podAntiAffinity"] as const).flatMap((kind) =>
    readTerms(spec.affinity, kind, "preferred", owner).map((term) => ({
      topologyKey: term.topologyKey,
      weight: kind === "podAffinity" ? term.weight : -term.weight,
      counts: countByDomain(table, term.topologyKey, term.matches),
    })),
  );
  const nearness = (row: NodeRow) =>
    soft.reduce((sum, one) => sum + one.weight * (one.counts.get(row.labels[one.topologyKey] ?? "") ?? 0), 0);
  const taints = normalize(rows, (row) => intolerablePreferences(spec.tolerations ?? [], row.taints), "less");
  const affinity = normalize(rows, (row) => preferredWeight(spec, row.name, row.labels), "more");
  const spread = filter.spreads.some(({ isHard }) => !isHard)
    ? spreadScores(rows, (row) => spreadCost(filter.spreads, row))
    : () => 0;
  const near = soft.length === 0 ? () => 0 : between(rows, nearness);
  let top: NodeRow[] = [];
  let most = Number.NEGATIVE_INFINITY;
  for (const [i, row] of rows.entries()) {
    const score =
      3 * taints(i) + 2 * affinity(i) + 2 * spread(i) + 2 * near(i) + leastAllocated(pod, row) + balanced(pod, row);
    if (score > most) {
      top = [row];
      most = score;
    } else if (score === most) {
      top.push(row);
    }
  }
  return top[Math.floor(random() * top.length)] as NodeRow;
}

type Score = (index: number) => number;

function normalize(rows: readonly NodeRow[], amountOf: (row: NodeRow) => number, good: "more" | "less"): Score {
  const values = rows.map(amountOf);
  const most = maxOf(values);
  if (most === 0) {
    return good === "less" ? () => 100 : () => 0;
  }
  return (i) => {
    const share = Math.floor((100 * (values[i] ?? 0)) / most);
    return good === "less" ? 100 - share : share;
  };
}

/** A node without a cost lacks a topology key: it scores nothing. */
function spreadScores(rows: readonly NodeRow[], costOf: (row: NodeRow) => number | undefined): Score {
  const costs = rows.map(costOf);
  const known = costs.filter((cost) => cost !== undefined);
  const [least, most] = [minOf(known), maxOf(known, 0)];
  return (i) => {
    const cost = costs[i];
    return cost === undefined ? 0 : most === 0 ? 100 : Math.floor((100 * (most + least - cost)) / most);
  };
}

function between(rows: readonly NodeRow[], amountOf: (row: NodeRow) => number): Score {
  const values = rows.map(amountOf);
  const [least, most] = [minOf(values), maxOf(values)];
  return (i) => (most === least ? 0 : Math.floor((100 * ((values[i] ?? 0) - least)) / (most - least)));
}

function leastAllocated({ needs }: PodRecord, row: NodeRow): number {
  const wanted = scoredRequests(needs.requests);
  let sum = 0;
  let count = 0;
  for (const name of SCORED) {
    const capacity = row.allocatable[name] ?? 0;
    const left = capacity - row.scored[name] - wanted[name];
    sum += left < 0 || capacity === 0 ? 0 : Math.floor((left * 100) / capacity);
    count += capacity > 0 ? 1 : 0;
  }
  return count === 0 ? 0 : Math.floor(sum / count);
}

const SCORED = ["cpu", "memory"] as const;

/**
 * Kubernetes: how much more equal the Pod makes the shares of CPU and memory in use, from 50 to 100; nothing for a Pod
 * without requests (noderesources/balanced_allocation.go balancedResourceScorer, v1.36).
 */
function balanced({ needs: { requests } }: PodRecord, row: NodeRow): number {
  const { cpu = 0, memory = 0 } = requests;
  if (cpu === 0 && memory === 0) {
    return 0;
  }
  return 50 + Math.floor((50 + balanceOf(row, { cpu, memory }) - balanceOf(row, NOTHING)) / 2);
}

const NOTHING = { cpu: 0, memory: 0 };

function balanceOf({ allocatable, used }: NodeRow, more: { readonly cpu: number; readonly memory: number }): number {
  const { cpu = 0, memory = 0 } = allocatable;
  if (cpu === 0 || memory === 0) {
    return 100;
  }
  const ofCpu = Math.min(((used.cpu ?? 0) + more.cpu) / cpu, 1);
  const ofMemory = Math.min(((used.memory ?? 0) + more.memory) / memory, 1);
  return Math.floor((1 - Math.abs((ofCpu - ofMemory) / 2)) * 100);
}
