import type { ObjectMeta, StringMap } from "@kiln/api";
import type { Deployment, ReplicaSet } from "../../objects.ts";
import { maxSurge } from "./fenceposts.ts";

export const REVISION = "deployment.kubernetes.io/revision";
const HISTORY = "deployment.kubernetes.io/revision-history";
export const DESIRED = "deployment.kubernetes.io/desired-replicas";
export const MOST = "deployment.kubernetes.io/max-replicas";
export const ROLLBACK = "deprecated.deployment.rollback.to";

/** Annotations of a Deployment that are not copied to its ReplicaSets. */
const OWN: ReadonlySet<string> = new Set([
  "kubectl.kubernetes.io/last-applied-configuration",
  REVISION,
  HISTORY,
  DESIRED,
  MOST,
  ROLLBACK,
]);

/** Kubernetes: longer histories lose their beginning (sync.go maxRevHistoryLengthInChars, v1.36). */
const MAX_HISTORY = 2000;

/** Kubernetes: a number of 64 bits; any other text counts as none (deployment_util.go Revision, v1.36). */
export function revisionOf({ metadata }: { readonly metadata: ObjectMeta }): bigint {
  return parseRevision(metadata.annotations?.[REVISION]);
}

function parseRevision(text: string | undefined): bigint {
  return text !== undefined && /^-?\d{1,19}$/.test(text) ? BigInt(text) : 0n;
}

/** Revision number for a new ReplicaSet. */
export function nextRevision(sets: readonly { readonly metadata: ObjectMeta }[]): bigint {
  return sets.map(revisionOf).reduce((max, one) => (one > max ? one : max), 0n) + 1n;
}

/** Annotations for the new ReplicaSet; `revision` applies if it is larger than the existing one. */
export function annotationsFor(deployment: Deployment, set: StringMap, revision: bigint): StringMap {
  const annotations: StringMap = { ...set };
  for (const [key, value] of Object.entries(deployment.metadata.annotations ?? {})) {
    if (!OWN.has(key)) {
      annotations[key] = value;
    }
  }
  const before = annotations[REVISION];
  if (before !== undefined && Number.isNaN(Number(before))) {
    return annotations;
  }
  if (parseRevision(before) < revision) {
    annotations[REVISION] = String(revision);
    if (before !== undefined) {
      annotations[HISTORY] = withHistory(annotations[HISTORY] ?? "", before);
    }
  }
  return annotations;
}

function withHistory(history: string, revision: string): string {
  const revisions = [...history.split(",").filter((one) => one !== ""), revision];
  while (revisions.join(",").length > MAX_HISTORY) {
    revisions.shift();
  }
  return revisions.join(",");
}

/** Annotations of a ReplicaSet with the size of its Deployment. */
export function sizeAnnotations(deployment: Deployment): StringMap {
  const { replicas } = deployment.spec;
  return { [DESIRED]: String(replicas), [MOST]: String(replicas + maxSurge(deployment)) };
}

export function hasAnnotations({ metadata }: ReplicaSet, wanted: StringMap): boolean {
  return Object.entries(wanted).every(([key, value]) => metadata.annotations?.[key] === value);
}

/** Annotations of a Deployment that is rolled back to the template of a ReplicaSet. */
export function rolledBackAnnotations(deployment: Deployment, set: ReplicaSet): StringMap {
  const kept = Object.entries(deployment.metadata.annotations ?? {}).filter(([key]) => OWN.has(key));
  const taken = Object.entries(set.metadata.annotations ?? {}).filter(([key]) => !OWN.has(key));
  return Object.fromEntries([...kept, ...taken]);
}
