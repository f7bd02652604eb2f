import { type JsonObject, type KubeObject, nameIsDns1123Subdomain, type ObjectMeta } from "@kiln/api";
import type { Actor } from "@kiln/kinds";
import type { NewObject } from "../cluster/cluster.ts";
import { refOf } from "../cluster/event-recorder.ts";
import { isNamespaceGoing } from "../cluster/open-cluster.ts";
import type { PodTemplate, Workload } from "../objects.ts";
import type { PodRecord } from "../pods/pod-record.ts";
import type { Simulation } from "../simulation.ts";
import { controllerRef } from "./own-pods.ts";

/** The controller that creates and deletes Pods, and their owner. */
export interface PodControl {
  readonly actor: Actor;
  /** Name of the controller, as the source of its events. */
  readonly component: string;
  readonly owner: Workload;
}

/** Pod from a template, without a name. */
export function podFromTemplate(
  template: PodTemplate,
  owner: Workload,
): NewObject & { metadata: ObjectMeta; spec: JsonObject } {
  const { labels = {}, annotations = {}, finalizers } = structuredClone(template.metadata ?? {});
  const prefix = `${owner.metadata.name}-`;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      namespace: owner.metadata.namespace,
      generateName: nameIsDns1123Subdomain(prefix, "prefix").length === 0 ? prefix : owner.metadata.name,
      ...(Object.keys(labels ?? {}).length === 0 ? {} : { labels: labels ?? {} }),
      ...(Object.keys(annotations ?? {}).length === 0 ? {} : { annotations: annotations ?? {} }),
      ...(finalizers == null || finalizers.length === 0 ? {} : { finalizers }),
      ownerReferences: [controllerRef(owner)],
    },
    spec: structuredClone(template.spec),
  };
}

/** Creates the Pod and reports an event. Throws the server's error; a terminating namespace is no failure. */
export async function createPod(
  { cluster, record }: Simulation,
  { actor, component, owner }: PodControl,
  pod: NewObject,
): Promise<KubeObject | undefined> {
  const about = refOf(owner);
  try {
    const made = await cluster.create(actor, pod);
    const message = `Created pod: ${String(made.metadata.name)}`;
    record(actor, { component, about, type: "Normal", reason: "SuccessfulCreate", message });
    return made;
  } catch (error) {
    if (isNamespaceGoing(error)) {
      return undefined;
    }
    const message = `Error creating: ${messageOf(error)}`;
    record(actor, { component, about, type: "Warning", reason: "FailedCreate", message });
    throw error;
  }
}

export async function deletePod(
  { cluster, record }: Simulation,
  { actor, component, owner }: PodControl,
  pod: PodRecord,
): Promise<void> {
  const about = refOf(owner);
  try {
    await cluster.remove(actor, pod);
    const message = `Deleted pod: ${pod.metadata.name}`;
    record(actor, { component, about, type: "Normal", reason: "SuccessfulDelete", message });
  } catch (error) {
    const message = `Error deleting: ${messageOf(error)}`;
    record(actor, { component, about, type: "Warning", reason: "FailedDelete", message });
    throw error;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Runs `count` creations in batches of 1, 2, 4 and so on, up to the first batch with a failure, which it throws. */
export async function slowStart(count: number, create: (index: number) => Promise<unknown>): Promise<void> {
  let done = 0;
  for (let size = Math.min(count, 1); size > 0; size = Math.min(2 * size, count - done)) {
    const first = done;
    const results = await Promise.allSettled(Array.from({ length: size }, (_, i) => create(first + i)));
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined) {
      throw failed.reason;
    }
    done += size;
  }
}
