import type { LabelSelectorObject } from "@kiln/api";
import { isAlreadyExists, isNamespaceGoing } from "../../cluster/open-cluster.ts";
import { findCondition, type NewCondition, withCondition } from "../../conditions.ts";
import { podTemplateHash } from "../../hash/template-hash.ts";
import { type Deployment, isSame, type PodTemplate, type ReplicaSet } from "../../objects.ts";
import { controllerRef } from "../own-pods.ts";
import { messageOf } from "../pod-control.ts";
import { REPLICA_SET } from "../replica-set.ts";
import { annotationsFor, nextRevision, REVISION, sizeAnnotations } from "./annotations.ts";
import { ACTOR, type DeploymentRun, report, writeRevision } from "./deployment-run.ts";
import type { Sets } from "./deployment-status.ts";
import { newReplicas, progressDeadlineOf } from "./fenceposts.ts";

const HASH_LABEL = "pod-template-hash";

/** Order by creation time, oldest first; within the same second by name. */
export function byAge(a: ReplicaSet, b: ReplicaSet): number {
  const [one, other] = [a.metadata, b.metadata];
  return one.creationTimestamp === other.creationTimestamp
    ? compare(one.name, other.name)
    : compare(one.creationTimestamp, other.creationTimestamp);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Kubernetes: of several sets with the template, the oldest counts (deployment_util.go FindNewReplicaSet, v1.36). */
export function findSets({ spec }: Deployment, owned: readonly ReplicaSet[]): Sets {
  const sorted = [...owned].sort(byAge);
  const current = sorted.find((set) => isSameTemplate(set.spec.template, spec.template));
  return { current, old: sorted.filter((set) => set !== current) };
}

/** Whether two templates are equal except for the hash label. */
function isSameTemplate(a: PodTemplate, b: PodTemplate): boolean {
  return isSame(withoutHash(a), withoutHash(b));
}

function withoutHash({ metadata, spec }: PodTemplate): PodTemplate {
  const { [HASH_LABEL]: _, ...labels } = metadata?.labels ?? {};
  const { creationTimestamp: __, ...meta } = metadata ?? {};
  return { metadata: { ...meta, labels }, spec };
}

/** Updates revision and annotations of the current ReplicaSet. */
export async function syncCurrent(run: DeploymentRun, sets: Sets): Promise<Sets> {
  const { deployment, simulation } = run;
  const { current, old } = sets;
  if (current === undefined) {
    return sets;
  }
  const revision = nextRevision(old);
  const annotations = annotationsFor(deployment, current.metadata.annotations ?? {}, revision);
  const minReadySeconds = deployment.spec.minReadySeconds ?? 0;
  const isNoted = isSame(annotations, current.metadata.annotations ?? {});
  if (!isNoted || (current.spec.minReadySeconds ?? 0) !== minReadySeconds) {
    const updated = structuredClone(current);
    updated.metadata.annotations = annotations;
    updated.spec.minReadySeconds = minReadySeconds;
    await simulation.cluster.change(ACTOR, current, {
      change({ metadata, spec }) {
        Object.assign(metadata as object, { annotations });
        Object.assign(spec as object, { minReadySeconds });
        return true;
      },
    });
    return { current: updated, old };
  }
  const found: NewCondition = {
    type: "Progressing",
    status: "True",
    reason: "FoundNewReplicaSet",
    message: `Found new replica set "${current.metadata.name}"`,
  };
  await noteRevision(
    run,
    annotations[REVISION] ?? "",
    findCondition(deployment.status?.conditions, "Progressing") ? undefined : found,
  );
  return sets;
}

async function noteRevision(run: DeploymentRun, revision: string, made: NewCondition | undefined): Promise<void> {
  const { deployment, simulation } = run;
  const { status, metadata } = deployment;
  const isRevised = metadata.annotations?.[REVISION] !== revision;
  const isNoted = made !== undefined && progressDeadlineOf(deployment) !== undefined;
  if (!isRevised && !isNoted) {
    return;
  }
  metadata.annotations = { ...metadata.annotations, [REVISION]: revision };
  const times = { now: simulation.cluster.clock.now(), hasUpdateTime: true };
  const before = status?.conditions ?? [];
  await writeRevision(run, { ...status, conditions: isNoted ? withCondition(before, made, times) : before });
}

/**
 * Updates revision and annotations of the current ReplicaSet, or creates the ReplicaSet. Undefined: the Deployment must
 * be reconciled again.
 */
export async function ensureCurrent(run: DeploymentRun, sets: Sets): Promise<Required<Sets> | undefined> {
  if (sets.current !== undefined) {
    return syncCurrent(run, sets) as Promise<Required<Sets>>;
  }
  const { deployment, simulation } = run;
  const made = makeSet(deployment, sets);
  const { old } = sets;
  try {
    const created = (await simulation.cluster.create(ACTOR, made)) as unknown as ReplicaSet;
    const { name } = created.metadata;
    if (made.spec.replicas > 0) {
      report(run, "Normal", "ScalingReplicaSet", `Scaled up replica set ${name} from 0 to ${made.spec.replicas}`);
    }
    if (run.isResumed === true) {
      // Kubernetes: the write of NewReplicaSetCreated fails by a conflict with the write of DeploymentResumed and is not
      // repeated (deployment/progress.go checkPausedConditions, v1.36). The new set leads to another run.
      return undefined;
    }
    const message = `Created new replica set "${name}"`;
    await noteRevision(run, created.metadata.annotations?.[REVISION] ?? "", {
      type: "Progressing",
      status: "True",
      reason: "NewReplicaSetCreated",
      message,
    });
    return { current: created, old };
  } catch (error) {
    await noteFailure(run, made, error);
    return undefined;
  }
}

function makeSet(deployment: Deployment, { old }: Sets): ReplicaSet {
  const { metadata, spec, status } = deployment;
  const template = structuredClone(spec.template);
  const hash = podTemplateHash(template, status?.collisionCount);
  const labels = { ...template.metadata?.labels, [HASH_LABEL]: hash };
  const selector: LabelSelectorObject = structuredClone(spec.selector);
  selector.matchLabels = { ...selector.matchLabels, [HASH_LABEL]: hash };
  const revision = nextRevision(old);
  const replicas = newReplicas(deployment, old, 0);
  return {
    ...REPLICA_SET,
    metadata: {
      name: `${metadata.name.slice(0, 253 - 1 - hash.length)}-${hash}`,
      namespace: metadata.namespace,
      labels,
      annotations: { ...annotationsFor(deployment, {}, revision), ...sizeAnnotations(deployment) },
      ownerReferences: [controllerRef(deployment)],
    } as unknown as ReplicaSet["metadata"],
    spec: {
      replicas,
      minReadySeconds: spec.minReadySeconds ?? 0,
      selector,
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  };
}

/** Handles the error of a creation: a hash collision is retried, any other error is reported and thrown. */
async function noteFailure(run: DeploymentRun, made: ReplicaSet, error: unknown): Promise<void> {
  const { deployment } = run;
  const { status } = deployment;
  if (isAlreadyExists(error)) {
    await writeRevision(run, { ...status, collisionCount: (status?.collisionCount ?? 0) + 1 });
    return;
  }
  if (isNamespaceGoing(error)) {
    return;
  }
  const message = `Failed to create new replica set "${made.metadata.name}": ${messageOf(error)}`;
  if (progressDeadlineOf(deployment) !== undefined) {
    const condition = { type: "Progressing", status: "False", reason: "ReplicaSetCreateError", message } as const;
    const times = { now: run.simulation.cluster.clock.now(), hasUpdateTime: true };
    await writeRevision(run, { ...status, conditions: withCondition(status?.conditions ?? [], condition, times) });
  }
  report(run, "Warning", "ReplicaSetCreateError", message);
  throw error;
}
