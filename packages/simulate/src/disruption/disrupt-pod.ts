import { objectAt } from "@kiln/api";
import type { Actor } from "@kiln/kinds";
import type { PodRecord } from "../pods/pod-record.ts";
import { setPodCondition } from "../pods/set-pod-condition.ts";
import type { Simulation } from "../simulation.ts";

export interface Disruption {
  readonly reason: string;
  readonly message: string;
  /** Phase to set with the condition. */
  readonly phase?: string;
}

/** Sets the condition DisruptionTarget on a Pod that is about to be deleted. */
export async function disruptPod(
  { cluster }: Simulation,
  { actor, pod }: { readonly actor: Actor; readonly pod: PodRecord },
  { phase, reason, message }: Disruption,
): Promise<void> {
  await cluster.change(actor, pod, {
    subresource: "status",
    change(object) {
      setPodCondition(object, { type: "DisruptionTarget", status: "True", reason, message }, cluster.clock.now());
      if (phase !== undefined) {
        const observedGeneration = objectAt(object, "metadata").generation ?? 1;
        object.status = { ...(object.status as object), phase, observedGeneration };
      }
      return true;
    },
  });
}
