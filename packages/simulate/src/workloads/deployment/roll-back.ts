import type { Deployment, ReplicaSet } from "../../objects.ts";
import { REVISION, ROLLBACK, revisionOf, rolledBackAnnotations } from "./annotations.ts";
import { ACTOR, type DeploymentRun, report } from "./deployment-run.ts";
import { findSets } from "./replica-sets.ts";

/** Revision to roll back to, 0 for the previous one; undefined if no rollback is requested. */
export function rollbackOf({ metadata }: Deployment): bigint | undefined {
  const text = metadata.annotations?.[ROLLBACK];
  return text === undefined || !/^-?\d+$/.test(text) ? undefined : BigInt(text);
}

/** Sets the template of an earlier revision in the Deployment, and removes the annotation that requested it. */
export async function rollBack(run: DeploymentRun, owned: readonly ReplicaSet[]): Promise<void> {
  const { deployment, simulation } = run;
  const asked = rollbackOf(deployment) ?? 0n;
  const target = owned.find((set) => revisionOf(set) === (asked === 0n ? lastRevision(owned) : asked));
  if (target === undefined) {
    const reason = "DeploymentRollbackRevisionNotFound";
    report(
      run,
      "Warning",
      reason,
      asked === 0n ? "Unable to find last revision." : "Unable to find the revision to rollback to.",
    );
  }
  const isNew = target !== undefined && target !== findSets(deployment, owned).current;
  if (target !== undefined && !isNew) {
    const message = `The rollback revision contains the same template as current deployment "${deployment.metadata.name}"`;
    report(run, "Warning", "DeploymentRollbackTemplateUnchanged", message);
  }
  await simulation.cluster.change(ACTOR, deployment, {
    change(object) {
      const { metadata, spec } = object as unknown as Deployment;
      if (isNew && target !== undefined) {
        const template = structuredClone(target.spec.template);
        delete template.metadata?.labels?.["pod-template-hash"];
        spec.template = template;
        metadata.annotations = rolledBackAnnotations(deployment, target);
      }
      const { [ROLLBACK]: _, ...annotations } = metadata.annotations ?? {};
      metadata.annotations = annotations;
      return true;
    },
  });
  if (isNew) {
    const revision = target?.metadata.annotations?.[REVISION] ?? "";
    const message = `Rolled back deployment "${deployment.metadata.name}" to revision ${revision}`;
    report(run, "Normal", "DeploymentRollback", message);
  }
}

function lastRevision(owned: readonly ReplicaSet[]): bigint {
  const revisions = owned.map(revisionOf).sort((a, b) => (b > a ? 1 : b < a ? -1 : 0));
  return revisions[1] ?? 0n;
}
