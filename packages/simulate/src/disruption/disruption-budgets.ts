import { type LabelSelectorObject, printTime } from "@kiln/api";
import { createActor } from "@kiln/kinds";
import type { KindName } from "../cluster/cluster.ts";
import { refOf } from "../cluster/event-recorder.ts";
import { createLoop } from "../cluster/loop.ts";
import { findCondition } from "../conditions.ts";
import { type Condition, isSame, resolvePercent, type Workload } from "../objects.ts";
import type { PodRecord } from "../pods/pod-record.ts";
import type { SimulatedController, Simulation } from "../simulation.ts";

const BUDGET: KindName = { apiVersion: "policy/v1", kind: "PodDisruptionBudget" };
const ACTOR = createActor("disruption-controller");
/** Kubernetes: an evicted Pod that is still there after two minutes counts as not evicted (disruption.go DeletionTimeout, v1.36). */
const EVICTION_MS = 120_000;

interface BudgetSpec {
  selector?: LabelSelectorObject;
  minAvailable?: number | string;
  maxUnavailable?: number | string;
}

interface BudgetStatus {
  disruptionsAllowed?: number;
  disruptedPods?: Record<string, string>;
  conditions?: Condition[];
}

type Budget = Workload<BudgetSpec, BudgetStatus>;

/** Sets the number of allowed disruptions in the status of PodDisruptionBudgets. */
export const disruptionController: SimulatedController = {
  name: "disruption-controller",
  start(simulation) {
    const { pods, cluster } = simulation;
    const budgets = simulation.workloads<Budget>(BUDGET);
    const loop = createLoop(cluster, {
      name: "disruption-controller",
      reconcile: async (key) => {
        const budget = budgets.get(key);
        return budget === undefined ? undefined : reconcile(simulation, budget);
      },
    });
    budgets.onChange(({ key }) => loop.add(key));
    pods.onChange(({ now, before }) => {
      const pod = (now ?? before) as PodRecord;
      for (const budget of budgets.by("namespace", pod.metadata.namespace)) {
        if (simulation.matches(budget)(pod.labels)) {
          loop.add(cluster.keyOf(BUDGET, pod.metadata.namespace, budget.metadata.name));
        }
      }
    });
    return { begin: () => [...budgets.keys()].forEach(loop.add), stop: loop.stop };
  },
};

async function reconcile(simulation: Simulation, budget: Budget): Promise<number | undefined> {
  const { cluster, pods } = simulation;
  const now = cluster.clock.now();
  const matches = simulation.matches(budget);
  const selected = [...pods.by("namespace", budget.metadata.namespace)].filter(
    (pod) => matches(pod.labels) && pod.phase !== "Succeeded" && pod.phase !== "Failed",
  );
  if (selected.length === 0) {
    const report = { component: "controllermanager", about: refOf(budget), type: "Normal", reason: "NoPods" } as const;
    simulation.record(ACTOR, { ...report, message: "No matching pods found" });
  }
  if (countsControllers(budget.spec) && selected.some(({ controller }) => controller === undefined)) {
    const report = { component: "controllermanager", about: refOf(budget), type: "Warning" } as const;
    simulation.record(ACTOR, { ...report, reason: "UnmanagedPods", message: unmanagedMessage(budget.spec.selector) });
  }
  const { expected, desired } = wantedOf(simulation, budget, selected);
  const byName = new Map(selected.map((pod) => [pod.metadata.name, pod]));
  const disrupted = Object.entries(budget.status?.disruptedPods ?? {}).filter(
    ([name, time]) => byName.get(name)?.isDeleting === false && now.getTime() - Date.parse(time) < EVICTION_MS,
  );
  const isDisrupted = new Set(disrupted.map(([name]) => name));
  const healthy = selected.filter(
    ({ metadata, isReady, isDeleting }) => isReady && !isDeleting && !isDisrupted.has(metadata.name),
  ).length;
  const allowed = expected <= 0 ? 0 : Math.max(healthy - desired, 0);
  const status = {
    ...(disrupted.length === 0 ? {} : { disruptedPods: Object.fromEntries(disrupted) }),
    observedGeneration: Number(budget.metadata.generation),
    disruptionsAllowed: allowed,
    currentHealthy: healthy,
    desiredHealthy: desired,
    expectedPods: expected,
    conditions: [conditionOf(budget, allowed, now)],
  };
  if (!isSame(status, budget.status ?? {})) {
    await cluster.change(ACTOR, budget, {
      subresource: "status",
      change(object) {
        object.status = status as never;
        return true;
      },
    });
  }
  return disrupted.length === 0 ? undefined : EVICTION_MS;
}

/** Whether the sizes of workloads count rather than the existing Pods. */
function countsControllers({ minAvailable, maxUnavailable }: BudgetSpec): boolean {
  return maxUnavailable !== undefined || typeof minAvailable === "string";
}

/** Kubernetes: text of the event, with the selector as Go prints it (disruption.go trySync, v1.36). */
function unmanagedMessage(selector: LabelSelectorObject | undefined): string {
  const { matchLabels, matchExpressions } = (selector ?? {}) as {
    matchLabels?: Record<string, string>;
    matchExpressions?: { key: string; operator: string; values?: string[] }[];
  };
  const labels = Object.entries(matchLabels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const printed = labels.map(([key, value]) => `${key}: ${value},`).join("");
  const requirements = (matchExpressions ?? []).map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(" ")}],},`,
  );
  const text = `&LabelSelector{MatchLabels:map[string]string{${printed}},MatchExpressions:[]LabelSelectorRequirement{${requirements.join("")}},}`;
  return [
    `Pods selected by this PodDisruptionBudget (selector: ${text}) were found to be unmanaged.`,
    "As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior.",
    'To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.',
  ].join(" ");
}

function conditionOf({ metadata, status }: Budget, allowed: number, now: Date): Condition {
  const isAllowed = allowed > 0;
  const wanted = isAllowed ? "True" : "False";
  const before = findCondition(status?.conditions, "DisruptionAllowed");
  return {
    type: "DisruptionAllowed",
    status: wanted,
    observedGeneration: Number(metadata.generation),
    lastTransitionTime: before?.status === wanted ? (before.lastTransitionTime ?? "") : printTime(now),
    reason: isAllowed ? "SufficientPods" : "InsufficientPods",
    message: "",
  };
}

/** Expected number of Pods of a budget. */
function wantedOf(
  simulation: Simulation,
  { spec }: Budget,
  selected: readonly PodRecord[],
): { expected: number; desired: number } {
  if (spec.maxUnavailable !== undefined) {
    const expected = expectedCount(simulation, selected);
    return { expected, desired: Math.max(expected - resolvePercent(spec.maxUnavailable, expected, "up"), 0) };
  }
  if (typeof spec.minAvailable === "string") {
    const expected = expectedCount(simulation, selected);
    return { expected, desired: resolvePercent(spec.minAvailable, expected, "up") };
  }
  return { expected: selected.length, desired: spec.minAvailable ?? 0 };
}

function expectedCount({ cluster }: Simulation, selected: readonly PodRecord[]): number {
  const sizes = new Map<string, number>();
  for (const { controller, metadata } of selected) {
    if (controller !== undefined && !sizes.has(controller.uid)) {
      const { apiVersion, kind, name } = controller;
      const owner = cluster.isServed({ apiVersion, kind })
        ? cluster.read({ apiVersion, kind, metadata: { namespace: metadata.namespace, name } })
        : undefined;
      sizes.set(controller.uid, Number((owner?.spec as { replicas?: number } | undefined)?.replicas ?? 0));
    }
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}
