import { isActive, type PodRecord } from "../pods/pod-record.ts";

const PHASES: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };

/** Pods in the order in which a workload that has too many deletes them. */
export function rankForDeletion(pods: readonly PodRecord[], related: Iterable<PodRecord>, nowMs: number): PodRecord[] {
  const onNode = new Map<string, number>();
  for (const pod of related) {
    if (isActive(pod)) {
      onNode.set(pod.nodeName, (onNode.get(pod.nodeName) ?? 0) + 1);
    }
  }
  const rankOf = ({ nodeName }: PodRecord) => onNode.get(nodeName) ?? 0;
  return [...pods].sort((a, b) => compare(a, b, rankOf, nowMs));
}

/** Kubernetes: the conditions in their order (controller_utils.go ActivePodsWithRanks.Less, v1.36). */
function compare(a: PodRecord, b: PodRecord, rankOf: (pod: PodRecord) => number, nowMs: number): number {
  return (
    Number(a.nodeName !== "") - Number(b.nodeName !== "") ||
    (PHASES[a.phase] ?? 0) - (PHASES[b.phase] ?? 0) ||
    Number(a.isReady) - Number(b.isReady) ||
    a.metadata.deletionCost - b.metadata.deletionCost ||
    rankOf(b) - rankOf(a) ||
    (a.isReady && b.isReady && a.readyMs !== b.readyMs ? compareAges(a, b, [a.readyMs, b.readyMs], nowMs) : 0) ||
    b.restarts - a.restarts ||
    (a.metadata.createdMs !== b.metadata.createdMs
      ? compareAges(a, b, [a.metadata.createdMs, b.metadata.createdMs], nowMs)
      : 0)
  );
}

/** Order by age, the younger first; ages are compared by order of magnitude. */
function compareAges(a: PodRecord, b: PodRecord, [since, other]: readonly [number, number], nowMs: number): number {
  const magnitude = (ms: number) => (nowMs > ms ? Math.floor(Math.log2((nowMs - ms) * 1e6)) : -1);
  return magnitude(since) - magnitude(other) || (a.metadata.uid < b.metadata.uid ? -1 : 1);
}
