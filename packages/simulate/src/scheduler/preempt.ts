import { maxOf } from "@kiln/api";
import type { NodeRow } from "../placement/node-table.ts";
import { SCHEDULER, SCHEDULER_ACTOR } from "../placement/scheduler-actor.ts";
import { compareRank, isActive, type PodRecord } from "../pods/pod-record.ts";
import { setPodCondition } from "../pods/set-pod-condition.ts";
import type { Simulation } from "../simulation.ts";
import { type Choosing, createFilter, explain, type Misfit } from "./choose-node.ts";

export interface Preemption {
  /** Node on which Pods were preempted; undefined if none were. */
  readonly node?: string;
  readonly message: string;
}

/** Kubernetes: message of the plugin for devices, which preempts nothing (dynamicresources.go PostFilter, v1.36). */
const NO_CLAIMS = "no new claims to deallocate,";

interface Candidate {
  readonly row: NodeRow;
  readonly victims: readonly PodRecord[];
}

/**
 * Deletes Pods of lower priority where the Pod would fit without them: those of the lowest priority, and as few as
 * possible.
 */
export async function preempt(
  simulation: Simulation,
  choosing: Choosing,
  misfits: ReadonlyMap<string, Misfit>,
): Promise<Preemption> {
  const { pod, spec, table } = choosing;
  const message = refusal(misfits, table.rows.size);
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
  for (const [name, misfit] of misfits) {
    const row = table.rows.get(name);
    const victims = misfit.isResolvable && row !== undefined ? victimsOn(choosing, row) : undefined;
    if (row !== undefined && victims !== undefined) {
      candidates.push({ row, victims });
    }
  }
  const [best] = candidates.sort(compareCandidates);
  if (best === undefined) {
    return { message };
  }
  await Promise.all(best.victims.map((victim) => evict(simulation, victim, choosing)));
  return { node: best.row.name, message };
}

function refusal(misfits: ReadonlyMap<string, Misfit>, total: number): string {
  const reasons = new Map(
    [...misfits].map(([name, { isResolvable }]) => [
      name,
      {
        reasons: [
          isResolvable ? "No preemption victims found for incoming pod" : "Preemption is not helpful for scheduling",
        ],
        isResolvable,
      },
    ]),
  );
  return `${NO_CLAIMS} preemption: ${explain(reasons, total)}`;
}

function compareCandidates(a: Candidate, b: Candidate): number {
  const highest = ({ victims }: Candidate) => maxOf(victims.map(({ needs }) => needs.priority));
  return highest(a) - highest(b) || a.victims.length - b.victims.length;
}

/** Removes all Pods of lower priority, and restores as many as fit with the new one, the highest first. */
function victimsOn(choosing: Choosing, row: NodeRow): readonly PodRecord[] | undefined {
  const { table, pod } = choosing;
  const lower = [...row.pods.values()].filter((one) => one.needs.priority < pod.needs.priority && isActive(one));
  const fits = () => createFilter(choosing).check(row) === undefined;
  for (const one of lower) {
    table.forget(one.key);
  }
  const victims: PodRecord[] = [];
  const isFitting = lower.length > 0 && fits();
  for (const one of lower.sort(compareRank)) {
    table.assume(one, row.name);
    if (isFitting && !fits()) {
      table.forget(one.key);
      victims.push(one);
    }
  }
  for (const one of victims) {
    table.assume(one, row.name);
  }
  return isFitting && victims.length > 0 ? victims : undefined;
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
