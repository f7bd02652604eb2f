import { type JsonObject, type ObjectMeta, objectAt, StatusError } from "@kiln/api";
import type { NewObject } from "../../cluster/cluster.ts";
import { refOf } from "../../cluster/event-recorder.ts";
import { isAlreadyExists } from "../../cluster/open-cluster.ts";
import type { PodTemplate } from "../../objects.ts";
import { CLAIM } from "../../placement/volumes.ts";
import type { PodRecord } from "../../pods/pod-record.ts";
import { controllerRef } from "../own-pods.ts";
import { messageOf, podFromTemplate } from "../pod-control.ts";
import { ACTOR, type StatefulRun, type StatefulSet } from "./stateful-set.ts";

export interface OrdinalPod {
  readonly ordinal: number;
  readonly template: PodTemplate;
  readonly revision: string;
}

function makePod(set: StatefulSet, { ordinal, template, revision }: OrdinalPod): NewObject & { spec: JsonObject } {
  const pod = podFromTemplate(template, set) as NewObject & { metadata: ObjectMeta; spec: JsonObject };
  const name = `${set.metadata.name}-${ordinal}`;
  delete pod.metadata.generateName;
  pod.metadata.name = name;
  pod.metadata.labels = {
    ...pod.metadata.labels,
    "apps.kubernetes.io/pod-index": String(ordinal),
    "controller-revision-hash": revision,
    "statefulset.kubernetes.io/pod-name": name,
  };
  const claims = set.spec.volumeClaimTemplates ?? [];
  const names = new Set(claims.map(({ metadata }) => metadata.name));
  const others = ((pod.spec.volumes ?? []) as JsonObject[]).filter((volume) => !names.has(String(volume.name)));
  const mounted = claims.map(({ metadata }) => ({
    name: metadata.name,
    persistentVolumeClaim: { claimName: `${metadata.name}-${name}` },
  }));
  const volumes = [...mounted, ...others];
  Object.assign(pod.spec, {
    hostname: name,
    ...(set.spec.serviceName ? { subdomain: set.spec.serviceName } : {}),
    ...(volumes.length === 0 ? {} : { volumes }),
  });
  return pod;
}

/** Creates the claims of the Pod, then the Pod. Throws the server's error. */
export async function createStatefulPod(run: StatefulRun, made: OrdinalPod): Promise<void> {
  const { simulation, set } = run;
  const name = `${set.metadata.name}-${made.ordinal}`;
  try {
    await createClaims(run, name);
    await simulation.cluster.create(ACTOR, makePod(set, made));
    report(run, "Normal", "SuccessfulCreate", `Create Pod ${name} in StatefulSet ${set.metadata.name} successful`);
  } catch (error) {
    if (isAlreadyExists(error)) {
      return;
    }
    const text = `Create Pod ${name} in StatefulSet ${set.metadata.name} failed error: ${messageOf(error)}`;
    report(run, "Warning", "FailedCreate", text);
    throw error;
  }
}

async function createClaims(run: StatefulRun, pod: string): Promise<void> {
  const { simulation, set } = run;
  for (const claim of set.spec.volumeClaimTemplates ?? []) {
    const name = `${claim.metadata.name}-${pod}`;
    const { namespace } = set.metadata;
    if (simulation.volumes.claims.get(simulation.cluster.keyOf(CLAIM, namespace, name)) !== undefined) {
      continue;
    }
    const labels = { ...claim.metadata.labels, ...set.spec.selector.matchLabels };
    const { annotations } = objectAt(claim, "metadata");
    const owners = set.spec.persistentVolumeClaimRetentionPolicy?.whenDeleted === "Delete" ? [ownerOf(set)] : [];
    const metadata = {
      name,
      namespace,
      labels,
      ...(annotations === undefined ? {} : { annotations }),
      ...(owners.length === 0 ? {} : { ownerReferences: owners }),
    };
    const message = `Claim ${name} Pod ${pod} in StatefulSet ${set.metadata.name}`;
    try {
      await simulation.cluster.create(ACTOR, { ...CLAIM, metadata, spec: structuredClone(claim.spec) } as never);
      report(run, "Normal", "SuccessfulCreate", `Create ${message} success`);
    } catch (error) {
      if (error instanceof StatusError && error.status.reason !== "AlreadyExists") {
        const text = `Create Claim ${name} for Pod ${pod} in StatefulSet ${set.metadata.name} failed error: ${messageOf(error)}`;
        report(run, "Warning", "FailedCreate", text);
        throw error;
      }
    }
  }
}

function ownerOf(set: StatefulSet): JsonObject {
  const { controller: _, blockOwnerDeletion: __, ...reference } = controllerRef(set);
  return reference;
}

export async function deleteStatefulPod(run: StatefulRun, pod: PodRecord): Promise<void> {
  const { simulation, set } = run;
  await simulation.cluster.remove(ACTOR, pod);
  const message = `Delete Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name} successful`;
  report(run, "Normal", "SuccessfulDelete", message);
}

/** Deletes the claims of a Pod that the set no longer has, if the retention policy is Delete. */
export async function deleteClaimsOf({ simulation, set }: StatefulRun, pod: string): Promise<void> {
  if (set.spec.persistentVolumeClaimRetentionPolicy?.whenScaled !== "Delete") {
    return;
  }
  for (const { metadata } of set.spec.volumeClaimTemplates ?? []) {
    const ref = { ...CLAIM, metadata: { namespace: set.metadata.namespace, name: `${metadata.name}-${pod}` } };
    await simulation.cluster.remove(ACTOR, ref);
  }
}

function report({ simulation, set }: StatefulRun, type: "Normal" | "Warning", reason: string, message: string): void {
  simulation.record(ACTOR, { component: "statefulset-controller", about: refOf(set), type, reason, message });
}
