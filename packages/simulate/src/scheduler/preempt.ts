import { maxOf, minOf } from "@kiln/api";
import type { NodeRow } from "../placement/node-table.ts";
import { SCHEDULER, SCHEDULER_ACTOR } from "../placement/scheduler-actor.ts";
import { compareRank, isActive, type PodRecord } from "../pods/pod-record.ts";
import { setPodCondition } from "../pods/set-pod-condition.ts";
import type { Simulation } from "../simulation.ts";
import { budgetViolations } from "./budget-violations.ts";
import { type Choosing, createFilter, explain, type Misfit } from "./choose-node.ts";

export interface Preemption {
  /** Node on which Pods were preempted; empty if there is none; undefined if the nominated node stays. */
  readonly node?: string;
  /** Reasons why no Pod was preempted. */
  readonly message: string;
}

/** Kubernetes: message of the plugin for devices, which preempts nothing (dynamicresources.go PostFilter, v1.36). */
const NO_CLAIMS = "no new claims to deallocate,";

interface Candidate {
  readonly row: NodeRow;
  readonly victims: readonly PodRecord[];
  /** Number of victims that their PodDisruptionBudgets do not allow. */
  readonly violations: number;
}

/**
 * Deletes Pods of lower priority on a node where the Pod would fit without them: as few as possible, with the lowest
 * priorities. Decides and nominates the node before its first await.
 */
export async function preempt(
  simulation: Simulation,
  choosing: Choosing,
  misfits: ReadonlyMap<string, Misfit>,
): Promise<Preemption> {
  const { pod, spec, table } = choosing;
  if (spec.preemptionPolicy === "Never") {
    return { message: `${NO_CLAIMS} preemption: not eligible due to preemptionPolicy=Never.` };
  }
  const nominated = table.rows.get(pod.nominatedNode);
  if (
    nominated !== undefined &&
    [...nominated.pods.values()].some((one) => one.isDeleting && one.needs.priority < pod.needs.priority)
  ) {
    return { message: `${NO_CLAIMS} preemption: not eligible due to a terminating pod on the nominated node.` };
  }
  const candidates: Candidate[] = [];
  const refused = new Map<string, Misfit>();
  for (const [name, misfit] of misfits) {
    const row = table.rows.get(name);
    const found = misfit.isResolvable && row !== undefined ? victimsOn(simulation, choosing, row) : NOT_HELPFUL;
    if ("victims" in found) {
      candidates.push(found);
    } else {
      refused.set(name, found);
    }
  }
  const [best] = candidates.sort(compareCandidates);
  if (best === undefined) {
    table.nominations.withdraw(pod.key);
    return { node: "", message: `${NO_CLAIMS} preemption: ${explain(refused, table.rows.size)}` };
  }
  table.nominations.nominate(pod, best.row.name);
  await Promise.all(best.victims.map((victim) => evict(simulation, victim, choosing)));
  return { node: best.row.name, message: "" };
}

const NOT_HELPFUL: Misfit = { reasons: ["Preemption is not helpful for scheduling"], isResolvable: false };
const NO_VICTIMS: Misfit = { reasons: ["No preemption victims found for incoming pod"], isResolvable: false };

/**
 * Kubernetes: the order in which nodes are preferred (framework/preemption/preemption.go pickOneNodeForPreemption,
 * v1.36).
 */
function compareCandidates(a: Candidate, b: Candidate): number {
  const priorities = ({ victims }: Candidate) => victims.map(({ needs }) => needs.priority);
  const highest = (one: Candidate) => maxOf(priorities(one));
  // Priorities are shifted to be positive, so that fewer Pods always have a smaller sum.
  const sum = (one: Candidate) => priorities(one).reduce((total, priority) => total + priority + 2 ** 31, 0);
  const earliest = (one: Candidate) =>
    minOf(one.victims.filter(({ needs }) => needs.priority === highest(one)).map(({ metadata }) => metadata.createdMs));
  return (
    a.violations - b.violations ||
    highest(a) - highest(b) ||
    sum(a) - sum(b) ||
    a.victims.length - b.victims.length ||
    earliest(b) - earliest(a)
  );
}

/**
 * Pods to delete on a node: removes all of lower priority, then restores as many as fit beside the new Pod: first those
 * that their PodDisruptionBudgets protect, then the others, the highest priority first.
 */
function victimsOn(simulation: Simulation, choosing: Choosing, row: NodeRow): Candidate | Misfit {
  const { table, pod } = choosing;
  const lower = [...row.pods.values()].filter((one) => one.needs.priority < pod.needs.priority && isActive(one));
  if (lower.length === 0) {
    return NO_VICTIMS;
  }
  const misfit = () => createFilter(choosing).check(row);
  for (const one of lower) {
    table.forget(one.key);
  }
  const remaining = misfit();
  const victims: PodRecord[] = [];
  lower.sort(compareRank);
  const violating = budgetViolations(simulation, lower);
  for (const one of [...violating, ...lower.filter((pod) => !violating.has(pod))]) {
    table.assume(one, row.name);
    if (remaining === undefined && misfit() !== undefined) {
      table.forget(one.key);
      victims.push(one);
    }
  }
  for (const one of victims) {
    table.assume(one, row.name);
  }
  if (remaining !== undefined) {
    return remaining;
  }
  return victims.length === 0
    ? NO_VICTIMS
    : { row, victims, violations: victims.filter((one) => violating.has(one)).length };
}

async function evict(simulation: Simulation, victim: PodRecord, { pod }: Choosing): Promise<void> {
  const { cluster } = simulation;
  const message = `${SCHEDULER}: preempting to accommodate a higher priority pod`;
  await cluster.change(SCHEDULER_ACTOR, victim, {
    subresource: "status",
    change(object) {
      const condition = { type: "DisruptionTarget", status: "True", reason: "PreemptionByScheduler", message };
      setPodCondition(object, condition, cluster.clock.now());
      return true;
    },
  });
  await cluster.remove(SCHEDULER_ACTOR, victim);
  simulation.record(SCHEDULER_ACTOR, {
    component: SCHEDULER,
    about: victim,
    type: "Normal",
    reason: "Preempted",
    message: `Preempted by pod ${pod.metadata.uid} on node ${victim.nodeName}`,
    action: "Preempting",
  });
}
