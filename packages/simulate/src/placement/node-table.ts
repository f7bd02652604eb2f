import type { StringMap } from "@kiln/api";
import type { Change, View } from "../cluster/view.ts";
import type { Node, Taint } from "../objects.ts";
import type { PodRecord } from "../pods/pod-record.ts";
import { parseResources, type Resources } from "../pods/pod-requests.ts";
import { createControllerCounts } from "./controller-counts.ts";
import { createNominations, type Nominations } from "./nominations.ts";

/** A node in the scheduler: its resources, and their usage by Pods. */
export interface NodeRow {
  readonly name: string;
  labels: StringMap;
  taints: readonly Taint[];
  isUnschedulable: boolean;
  allocatable: Resources;
  readonly used: Record<string, number>;
  /** Sum of requests for the score, which assumes a minimum for Pods without any. */
  readonly scored: { cpu: number; memory: number };
  readonly pods: Map<string, PodRecord>;
  readonly ports: Map<string, number>;
}

export interface NodeTable {
  readonly rows: ReadonlyMap<string, NodeRow>;
  /** Pods with required anti-affinity that are on a node, or about to be bound to one. */
  readonly exclusive: ReadonlySet<PodRecord>;
  /** Counts the Pod on the node from now on, before it is bound. */
  assume(pod: PodRecord, node: string): void;
  forget(key: string): void;
  /** Number of Pods of a controller by node, without those being deleted. */
  placedOf(controller: string): ReadonlyMap<string, number>;
  readonly nominations: Nominations;
  /** Counts the nominated Pods of the same or a higher priority until the returned function is called. */
  holdNominated(pod: PodRecord): () => void;
}

/** Kubernetes: requests assumed in scores for Pods without any (pod_resources.go DefaultMilliCPURequest, v1.36). */
const LEAST_CPU = 100;
const LEAST_MEMORY = 200 * 2 ** 20;

export function createNodeTable(nodes: View<Node>, pods: View<PodRecord>): NodeTable {
  const rows = new Map<string, NodeRow>();
  const placed = new Map<string, { readonly pod: PodRecord; readonly node: string }>();
  const exclusive = new Set<PodRecord>();
  const controllers = createControllerCounts();
  const nominations = createNominations();

  const rowOf = (name: string): NodeRow => {
    const known = rows.get(name);
    if (known !== undefined) {
      return known;
    }
    const row = emptyRow(name);
    for (const { pod, node } of placed.values()) {
      if (node === name) {
        count(row, pod, 1);
      }
    }
    rows.set(name, row);
    return row;
  };
  const forget = (key: string): void => {
    const entry = placed.get(key);
    if (entry !== undefined) {
      placed.delete(key);
      exclusive.delete(entry.pod);
      controllers.count(entry.pod, entry.node, -1);
      const row = rows.get(entry.node);
      if (row !== undefined) {
        count(row, entry.pod, -1);
      }
    }
  };
  const assume = (pod: PodRecord, node: string): void => {
    forget(pod.key);
    placed.set(pod.key, { pod, node });
    controllers.count(pod, node, 1);
    if (pod.needs.affinity?.podAntiAffinity !== undefined) {
      exclusive.add(pod);
    }
    const row = rows.get(node);
    if (row !== undefined) {
      count(row, pod, 1);
    }
  };
  const holdNominated = (incoming: PodRecord): (() => void) => {
    const held = nominations.against(incoming).filter(({ pod }) => !placed.has(pod.key));
    for (const { pod, node } of held) {
      assume(pod, node);
    }
    return () => {
      for (const { pod } of held) {
        forget(pod.key);
      }
    };
  };
  nodes.onChange(({ now, before }) => {
    if (now === undefined) {
      rows.delete(before?.metadata.name ?? "");
    } else {
      fill(rowOf(now.metadata.name), now);
    }
  });
  pods.onChange(({ key, now }: Change<PodRecord>) => {
    if (now === undefined || now.phase === "Succeeded" || now.phase === "Failed") {
      forget(key);
      nominations.withdraw(key);
    } else if (now.nodeName !== "") {
      assume(now, now.nodeName);
      nominations.withdraw(key);
    } else if (now.nominatedNode !== "") {
      nominations.nominate(now, now.nominatedNode);
    }
  });
  return { rows, exclusive, placedOf: controllers.of, assume, forget, nominations, holdNominated };
}

function emptyRow(name: string): NodeRow {
  return {
    name,
    labels: {},
    taints: [],
    isUnschedulable: false,
    allocatable: {},
    used: {},
    scored: { cpu: 0, memory: 0 },
    pods: new Map(),
    ports: new Map(),
  };
}

/** Sets the row's resources and labels from the Node. */
function fill(row: NodeRow, { metadata, spec, status }: Node): void {
  row.labels = metadata.labels ?? {};
  row.taints = spec?.taints ?? [];
  row.isUnschedulable = spec?.unschedulable === true;
  row.allocatable = parseResources(status?.allocatable);
}

/** Adds a Pod to the row, or removes it. */
function count(row: NodeRow, pod: PodRecord, sign: 1 | -1): void {
  for (const [name, amount] of Object.entries(pod.needs.requests)) {
    row.used[name] = (row.used[name] ?? 0) + sign * amount;
  }
  const { cpu, memory } = scoredRequests(pod.needs.requests);
  row.scored.cpu += sign * cpu;
  row.scored.memory += sign * memory;
  for (const port of pod.needs.hostPorts) {
    row.ports.set(port, (row.ports.get(port) ?? 0) + sign);
  }
  if (sign > 0) {
    row.pods.set(pod.key, pod);
  } else {
    row.pods.delete(pod.key);
  }
}

export function scoredRequests(requests: Resources): { readonly cpu: number; readonly memory: number } {
  return { cpu: requests.cpu ?? LEAST_CPU, memory: requests.memory ?? LEAST_MEMORY };
}
