import type { ReplicaSet } from "../../objects.ts";
import { revisionOf } from "./annotations.ts";
import { ACTOR, type DeploymentRun, writeStatus } from "./deployment-run.ts";
import { allSets, isComplete, isSameStatus, rolloutStatus, type Sets } from "./deployment-status.ts";
import { isActiveSet, maxUnavailable, newReplicas, sumOf } from "./fenceposts.ts";
import { byAge, ensureCurrent, findSets, syncCurrent } from "./replica-sets.ts";
import { scaleSet } from "./scale-sets.ts";

/** One step of a rolling update. */
export async function rollOut(run: DeploymentRun, owned: readonly ReplicaSet[]): Promise<number | undefined> {
  const { deployment } = run;
  const sets = await ensureCurrent(run, findSets(deployment, owned));
  if (sets?.current === undefined) {
    return undefined;
  }
  const { replicas } = deployment.spec;
  const size = sets.current.spec.replicas;
  if (size !== replicas) {
    const wanted = size > replicas ? replicas : newReplicas(deployment, allSets(sets), size);
    if (wanted !== size) {
      const current = await scaleSet(run, sets.current, wanted);
      return finish(run, { ...sets, current });
    }
  }
  const old = await scaleDownOld(run, sets as Sets & { readonly current: ReplicaSet });
  if (old !== undefined) {
    return finish(run, { ...sets, old });
  }
  if (isComplete(deployment, deployment.status ?? {})) {
    await cleanUp(run, sets.old);
  }
  return finish(run, sets);
}

function finish(run: DeploymentRun, sets: Sets): Promise<number | undefined> {
  return writeStatus(run, rolloutStatus(run.deployment, sets, run.simulation.cluster.clock.now()));
}

/** Scales down old ReplicaSets. Returns the old ones afterwards; undefined if none was scaled. */
async function scaleDownOld(
  run: DeploymentRun,
  { current, old }: Sets & { readonly current: ReplicaSet },
): Promise<readonly ReplicaSet[] | undefined> {
  const { deployment } = run;
  const active = old.filter(isActiveSet);
  if (active.length === 0) {
    return undefined;
  }
  const least = deployment.spec.replicas - maxUnavailable(deployment);
  const missing = current.spec.replicas - (current.status?.availableReplicas ?? 0);
  const most = sumOf([...old, current], ({ spec }) => spec.replicas) - least - missing;
  if (most <= 0) {
    return undefined;
  }
  const cleaned = await scaleInOrder(run, active, {
    most,
    spare: (set) => set.spec.replicas - (set.status?.availableReplicas ?? 0),
  });
  const available = sumOf([...cleaned.sets, current], (set) => set.status?.availableReplicas);
  const scaled = await scaleInOrder(run, cleaned.sets, {
    most: available - least,
    spare: (set) => set.spec.replicas,
  });
  if (cleaned.count + scaled.count === 0) {
    return undefined;
  }
  const byUid = new Map(scaled.sets.map((set) => [set.metadata.uid, set]));
  return old.map((set) => byUid.get(set.metadata.uid) ?? set);
}

interface Shrinking {
  /** Maximum number of Pods to remove in all ReplicaSets together. */
  readonly most: number;
  readonly spare: (set: ReplicaSet) => number;
}

/** Scales down the oldest ReplicaSets first. */
async function scaleInOrder(
  run: DeploymentRun,
  sets: readonly ReplicaSet[],
  { most, spare }: Shrinking,
): Promise<{ readonly sets: ReplicaSet[]; readonly count: number }> {
  let count = 0;
  const scaled: ReplicaSet[] = [];
  for (const set of [...sets].sort(byAge)) {
    const less = Math.max(Math.min(most - count, spare(set)), 0);
    scaled.push(less === 0 ? set : await scaleSet(run, set, set.spec.replicas - less));
    count += less;
  }
  return { sets: scaled, count };
}

/** One step of a Recreate rollout: new Pods start when all old ones have ended. */
export async function recreate(run: DeploymentRun, owned: readonly ReplicaSet[]): Promise<number | undefined> {
  const { deployment } = run;
  const sets = await syncCurrent(run, findSets(deployment, owned));
  const active = sets.old.filter(isActiveSet);
  if (active.length > 0) {
    const scaled = new Map<string, ReplicaSet>();
    for (const set of active) {
      scaled.set(set.metadata.uid, await scaleSet(run, set, 0));
    }
    return finish(run, { ...sets, old: sets.old.map((set) => scaled.get(set.metadata.uid) ?? set) });
  }
  // The status is written before the new ReplicaSet is created: on a cluster the old Pods end some time after they are
  // no longer counted.
  if (oldPodsRun(run, sets) || (sets.current === undefined && sets.old.length > 0 && hasNewCounts(run, sets))) {
    return finish(run, sets);
  }
  const ensured = sets.current === undefined ? await ensureCurrent(run, sets) : sets;
  if (ensured?.current === undefined) {
    return undefined;
  }
  const current = await scaleSet(run, ensured.current, deployment.spec.replicas);
  if (isComplete(deployment, deployment.status ?? {})) {
    await cleanUp(run, ensured.old);
  }
  return finish(run, { ...ensured, current });
}

function hasNewCounts({ deployment, simulation }: DeploymentRun, sets: Sets): boolean {
  return !isSameStatus(deployment.status, rolloutStatus(deployment, sets, simulation.cluster.clock.now()));
}

function oldPodsRun({ simulation }: DeploymentRun, { old }: Sets): boolean {
  if (sumOf(old, (set) => set.status?.replicas) > 0) {
    return true;
  }
  return old.some(({ metadata }) =>
    [...simulation.pods.by("owner", metadata.uid)].some(({ phase }) => phase !== "Failed" && phase !== "Succeeded"),
  );
}

/** Deletes the oldest empty ReplicaSets beyond the history limit. */
export async function cleanUp({ simulation, deployment }: DeploymentRun, old: readonly ReplicaSet[]): Promise<void> {
  const limit = deployment.spec.revisionHistoryLimit;
  if (limit === undefined || limit === 2 ** 31 - 1) {
    return;
  }
  const alive = old.filter(({ metadata }) => metadata.deletionTimestamp == null);
  const surplus = alive
    .sort((a, b) => Number(revisionOf(a) - revisionOf(b)) || byAge(a, b))
    .slice(0, Math.max(alive.length - limit, 0));
  for (const set of surplus) {
    const isSeen = Number(set.metadata.generation) <= Number(set.status?.observedGeneration ?? 0);
    if ((set.status?.replicas ?? 0) === 0 && set.spec.replicas === 0 && isSeen) {
      await simulation.cluster.remove(ACTOR, set);
    }
  }
}
