import type { ReplicaSet } from "../../objects.ts";
import { DESIRED, hasAnnotations, MOST, sizeAnnotations } from "./annotations.ts";
import { ACTOR, type DeploymentRun, report } from "./deployment-run.ts";
import { allSets, type Sets } from "./deployment-status.ts";
import { isActiveSet, isRolling, maxSurge, sumOf } from "./fenceposts.ts";
import { byAge } from "./replica-sets.ts";

/** Sets the size of a ReplicaSet and the annotations of its Deployment; returns the updated set. */
export async function scaleSet(run: DeploymentRun, set: ReplicaSet, replicas: number): Promise<ReplicaSet> {
  const { deployment, simulation } = run;
  const before = set.spec.replicas;
  const notes = sizeAnnotations(deployment);
  if (before === replicas && hasAnnotations(set, notes)) {
    return set;
  }
  await simulation.cluster.change(ACTOR, set, {
    change({ metadata, spec }) {
      const meta = metadata as ReplicaSet["metadata"];
      meta.annotations = { ...meta.annotations, ...notes };
      Object.assign(spec as object, { replicas });
      return true;
    },
  });
  if (before !== replicas) {
    const direction = before < replicas ? "up" : "down";
    const message = `Scaled ${direction} replica set ${set.metadata.name} from ${before} to ${replicas}`;
    report(run, "Normal", "ScalingReplicaSet", message);
  }
  const scaled = structuredClone(set);
  scaled.spec.replicas = replicas;
  scaled.metadata.annotations = { ...scaled.metadata.annotations, ...notes };
  return scaled;
}

/** Scales the ReplicaSets to the size of the Deployment: a single one gets it all, several share it in proportion. */
export async function scaleAll(run: DeploymentRun, sets: Sets): Promise<Sets> {
  const { deployment } = run;
  const { replicas } = deployment.spec;
  const only = activeOrLatest(sets);
  if (only !== undefined) {
    return only.spec.replicas === replicas ? sets : replace(sets, await scaleSet(run, only, replicas));
  }
  if (isSaturated(replicas, sets.current)) {
    let scaled = sets;
    for (const set of sets.old.filter(isActiveSet)) {
      scaled = replace(scaled, await scaleSet(run, set, 0));
    }
    return scaled;
  }
  return isRolling(deployment) ? scaleByShare(run, sets) : sets;
}

function replace(sets: Sets, scaled: ReplicaSet): Sets {
  const { uid } = scaled.metadata;
  return sets.current?.metadata.uid === uid
    ? { ...sets, current: scaled }
    : { ...sets, old: sets.old.map((set) => (set.metadata.uid === uid ? scaled : set)) };
}

function activeOrLatest(sets: Sets): ReplicaSet | undefined {
  const active = allSets(sets).filter(isActiveSet);
  if (active.length === 0) {
    return sets.current ?? [...sets.old].sort(byAge).at(-1);
  }
  return active.length === 1 ? active[0] : undefined;
}

function isSaturated(replicas: number, set: ReplicaSet | undefined): boolean {
  return (
    set !== undefined &&
    set.spec.replicas === replicas &&
    Number(set.metadata.annotations?.[DESIRED]) === replicas &&
    (set.status?.availableReplicas ?? 0) === replicas
  );
}

async function scaleByShare(run: DeploymentRun, sets: Sets): Promise<Sets> {
  const { deployment } = run;
  const { replicas } = deployment.spec;
  const allowed = replicas > 0 ? replicas + maxSurge(deployment) : 0;
  const active = allSets(sets).filter(isActiveSet);
  const toAdd = allowed - sumOf(active, ({ spec }) => spec.replicas);
  const age = toAdd > 0 ? (a: ReplicaSet, b: ReplicaSet) => byAge(b, a) : byAge;
  active.sort((a, b) => b.spec.replicas - a.spec.replicas || age(a, b));
  let added = 0;
  const sizes = active.map((set) => {
    const share = toAdd === 0 ? 0 : shareOf(run, set, { toAdd, added });
    added += share;
    return set.spec.replicas + share;
  });
  sizes[0] = Math.max((sizes[0] ?? 0) + (toAdd === 0 ? 0 : toAdd - added), 0);
  let scaled = sets;
  for (const [i, set] of active.entries()) {
    scaled = replace(scaled, await scaleSet(run, set, sizes[i] ?? 0));
  }
  return scaled;
}

function shareOf(
  { deployment }: DeploymentRun,
  set: ReplicaSet,
  { toAdd, added }: { toAdd: number; added: number },
): number {
  const { replicas } = deployment.spec;
  const size = set.spec.replicas;
  if (toAdd === added) {
    return 0;
  }
  const most = replicas + maxSurge(deployment);
  const before = Number(set.metadata.annotations?.[MOST] ?? 0) || (deployment.status?.replicas ?? 0);
  const part = replicas === 0 ? -size : before === 0 ? 0 : roundHalfAway((size * most) / before) - size;
  const left = toAdd - added;
  return toAdd > 0 ? Math.min(part, left) : Math.max(part, left);
}

function roundHalfAway(value: number): number {
  return value < 0 ? Math.ceil(value - 0.5) : Math.floor(value + 0.5);
}
