import { createActor } from "@kiln/kinds";
import type { KindName } from "../../cluster/cluster.ts";
import { refOf } from "../../cluster/event-recorder.ts";
import type { Deployment, DeploymentStatus } from "../../objects.ts";
import type { Simulation } from "../../simulation.ts";
import { deadlineMs, encodeStatus, isSameStatus } from "./deployment-status.ts";

export const DEPLOYMENT: KindName = { apiVersion: "apps/v1", kind: "Deployment" };
export const ACTOR = createActor("deployment-controller");

/** One reconciliation of a Deployment. The copy's status and revision follow the writes of the run. */
export interface DeploymentRun {
  readonly simulation: Simulation;
  readonly deployment: Deployment;
  /** Whether this run wrote the condition that the Deployment is resumed. */
  isResumed?: boolean;
}

export function report(
  { simulation, deployment }: DeploymentRun,
  type: "Normal" | "Warning",
  reason: string,
  message: string,
): void {
  simulation.record(ACTOR, { component: "deployment-controller", about: refOf(deployment), type, reason, message });
}

/** Writes the status if it changed; returns the time until the progress deadline. */
export async function writeStatus(run: DeploymentRun, status: DeploymentStatus): Promise<number | undefined> {
  const { simulation, deployment } = run;
  if (!isSameStatus(deployment.status, status)) {
    await writeRevision(run, status);
    return undefined;
  }
  return deadlineMs(deployment, status, simulation.cluster.clock.now());
}

/** Writes the status and, if it changed, the annotation with the revision: the status endpoint accepts both. */
export async function writeRevision(run: DeploymentRun, status: DeploymentStatus): Promise<void> {
  const { simulation, deployment } = run;
  await simulation.cluster.change(ACTOR, deployment, {
    subresource: "status",
    change(object) {
      object.status = encodeStatus(status);
      (object.metadata as Deployment["metadata"]).annotations = deployment.metadata.annotations ?? {};
      return true;
    },
  });
  deployment.status = status;
}
