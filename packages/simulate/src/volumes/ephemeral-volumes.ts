import type { JsonObject, KubeObject } from "@kiln/api";
import { createActor } from "@kiln/kinds";
import { createLoop } from "../cluster/loop.ts";
import type { Pod } from "../objects.ts";
import { CLAIM } from "../placement/volumes.ts";
import type { PodRecord } from "../pods/pod-record.ts";
import type { SimulatedController, Simulation } from "../simulation.ts";
import { controllerRef } from "../workloads/own-pods.ts";
import { messageOf } from "../workloads/pod-control.ts";

const ACTOR = createActor("ephemeral-volume-controller");

/** Creates the claims of ephemeral volumes, which are deleted with their Pod. */
export const ephemeralVolumes: SimulatedController = {
  name: "ephemeral-volume-controller",
  start(simulation) {
    const { cluster, pods } = simulation;
    const loop = createLoop(cluster, {
      name: "ephemeral-volume-controller",
      reconcile: async (key) => {
        const pod = pods.get(key);
        await (pod === undefined || pod.isDeleting ? undefined : ensureClaims(simulation, pod));
        return undefined;
      },
    });
    const add = ({ key, needs }: PodRecord) => needs.hasEphemeralVolumes && loop.add(key);
    pods.onChange(({ now, before }) => now !== undefined && before === undefined && add(now));
    return { begin: () => [...pods.all()].forEach(add), stop: loop.stop };
  },
};

async function ensureClaims(simulation: Simulation, record: PodRecord): Promise<void> {
  const pod = simulation.cluster.read(record) as Pod | undefined;
  for (const { name, ephemeral } of pod?.spec.volumes ?? []) {
    if (pod === undefined || ephemeral === undefined) {
      continue;
    }
    try {
      await ensureClaim(simulation, pod, { name: `${pod.metadata.name}-${name}`, ephemeral });
    } catch (error) {
      const message = `ephemeral volume ${name}: ${messageOf(error)}`;
      const report = {
        component: "ephemeral_volume",
        about: record,
        type: "Warning",
        reason: "FailedBinding",
      } as const;
      simulation.record(ACTOR, { ...report, message });
      throw error;
    }
  }
}

async function ensureClaim(
  { cluster, volumes }: Simulation,
  pod: Pod,
  { name, ephemeral }: { readonly name: string; readonly ephemeral: JsonObject },
): Promise<void> {
  const { namespace, uid } = pod.metadata;
  const known = volumes.claims.get(cluster.keyOf(CLAIM, namespace, name));
  if (known !== undefined) {
    if (!known.metadata.ownerReferences?.some((owner) => owner.uid === uid)) {
      throw new Error(
        `PVC ${namespace}/${name} was not created for pod ${namespace}/${pod.metadata.name} (pod is not owner)`,
      );
    }
    return;
  }
  const { metadata = {}, spec } = ephemeral.volumeClaimTemplate as JsonObject & { metadata?: KubeObject["metadata"] };
  const { labels, annotations } = metadata;
  try {
    await cluster.create(ACTOR, {
      ...CLAIM,
      metadata: {
        namespace,
        name,
        ...(labels === undefined ? {} : { labels }),
        ...(annotations === undefined ? {} : { annotations }),
        ownerReferences: [controllerRef({ apiVersion: "v1", kind: "Pod", metadata: pod.metadata })],
      },
      spec,
    } as never);
  } catch (error) {
    throw new Error(`create PVC ${name}: ${messageOf(error)}`, { cause: error });
  }
}
