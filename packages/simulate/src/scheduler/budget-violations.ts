import type { LabelSelectorObject } from "@kiln/api";
import type { KindName } from "../cluster/cluster.ts";
import type { Workload } from "../objects.ts";
import type { PodRecord } from "../pods/pod-record.ts";
import { isEmptySelector, type Simulation } from "../simulation.ts";

const BUDGET: KindName = { apiVersion: "policy/v1", kind: "PodDisruptionBudget" };

type Budget = Workload<
  { readonly selector?: LabelSelectorObject },
  { readonly disruptionsAllowed?: number; readonly disruptedPods?: Readonly<Record<string, string>> }
>;

/**
 * The Pods, in their order, whose deletion would exceed a PodDisruptionBudget if all of them were deleted.
 * Kubernetes: a budget with an empty selector does not count here (default_preemption.go filterPodsWithPDBViolation,
 * v1.36).
 */
export function budgetViolations(simulation: Simulation, pods: readonly PodRecord[]): ReadonlySet<PodRecord> {
  const budgets = simulation.workloads<Budget>(BUDGET);
  const left = new Map<Budget, number>();
  const violating = new Set<PodRecord>();
  for (const pod of budgets.size === 0 ? [] : pods) {
    const { namespace, name } = pod.metadata;
    for (const budget of budgets.by("namespace", namespace)) {
      const isMeant = !isEmptySelector(budget.spec.selector) && simulation.matches(budget)(pod.labels);
      if (isMeant && budget.status?.disruptedPods?.[name] === undefined) {
        const allowed = (left.get(budget) ?? Number(budget.status?.disruptionsAllowed ?? 0)) - 1;
        left.set(budget, allowed);
        if (allowed < 0) {
          violating.add(pod);
        }
      }
    }
  }
  return violating;
}
