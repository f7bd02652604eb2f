import { type JsonObject, objectAt } from "@kiln/api";
import { type Client, createClient, itemsOf } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { recordSteps } from "./record-steps.ts";
import type { Scenario, Step } from "./scenario.ts";
import { CLUSTER_KINDS, KINDS, OTHER_KINDS, takeSnapshot } from "./snapshot.ts";

export interface Playing {
  readonly kubeconfig: string;
  /** Time without a change after which a namespace counts as settled. */
  readonly quietMs: number;
}

const LONGEST_MS = 45_000;
const LOOK_MS = 500;
/** Number of scenarios at a time: most of their time is waiting. */
const WIDTH = 16;

/** Plays all scenarios, several at a time, each in its own namespace; returns snapshots by scenario. */
export async function playAll(scenarios: readonly Scenario[], playing: Playing): Promise<Map<string, string[]>> {
  const client = createClient({
    transport: openTransport(loadAccess({ file: playing.kubeconfig })),
    userAgent: "player/1",
  });
  const snapshots = new Map<string, string[]>();
  const run = async (left: Scenario[], width: number) => {
    const work = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        snapshots.set(next.name, await play(client, next, playing));
        await removeNodes(client, next);
      }
    };
    await Promise.all(Array.from({ length: width }, work));
  };
  try {
    await run(
      scenarios.filter((one) => nodesOf(one).length === 0),
      WIDTH,
    );
    // Only these nodes exist: the scheduler's messages count all nodes.
    await run(
      scenarios.filter((one) => nodesOf(one).length > 0),
      1,
    );
  } finally {
    client.close();
  }
  return snapshots;
}

function nodesOf({ steps }: Scenario): string[] {
  const made = steps.flatMap((step) => ("create" in step && step.create.kind === "Node" ? [step.create] : []));
  return made.map((node) => String(objectAt(node, "metadata").name));
}

async function removeNodes(client: Client, scenario: Scenario): Promise<void> {
  for (const name of nodesOf(scenario)) {
    // The scenario may have deleted it.
    await client.delete(typeOf("Node"), { name }).catch(() => {});
  }
}

async function play(client: Client, { name, steps }: Scenario, { quietMs }: Playing): Promise<string[]> {
  const namespace = `ns-${name}`;
  await client.create(
    { group: "", version: "v1", plural: "namespaces", isNamespaced: false },
    { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
  );
  await rest(client, namespace, quietMs);
  const recorder = recordSteps(client, { namespace, isOrdered: !steps.some(isParallel) });
  const facts: string[] = [];
  for (const step of steps) {
    facts.push(...(await act(client, namespace, step)));
    if ("waitSeconds" in step) {
      await new Promise((resolve) => setTimeout(resolve, step.waitSeconds * 1000));
    }
    await rest(client, namespace, quietMs);
  }
  const snapshot = [...facts, ...(await takeSnapshot(client, namespace)), ...(await recorder.stop())];
  await client.delete({ group: "", version: "v1", plural: "namespaces", isNamespaced: false }, { name: namespace });
  return snapshot;
}

/** Pods that are created or deleted at the same time, by the garbage collector for example, have no order. */
function isParallel(step: Step): boolean {
  if ("remove" in step) {
    return step.remove[2] === "Foreground";
  }
  return "create" in step && objectAt(step.create, "spec").podManagementPolicy === "Parallel";
}

/** Runs a step; returns facts that the final objects do not show. */
async function act(client: Client, namespace: string, step: Step): Promise<string[]> {
  if ("create" in step) {
    const { kind, metadata } = step.create as { kind: string; metadata: JsonObject };
    const place = typeOf(kind).isNamespaced ? { namespace } : {};
    await client.create(typeOf(kind), { ...step.create, metadata: { ...metadata, ...place } });
  } else if ("evict" in step) {
    return [await evict(client, namespace, step.evict)];
  } else if ("until" in step) {
    const [kind, count] = step.until;
    const isThere = async () => itemsOf(await client.list(typeOf(kind), { namespace })).length >= count;
    for (const endMs = performance.now() + 2 * LONGEST_MS; performance.now() < endMs && !(await isThere()); ) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  } else if ("patch" in step) {
    const [kind, name, body] = step.patch;
    await client.patch(typeOf(kind), { namespace, name }, { type: "strategic", body });
  } else if ("remove" in step) {
    const [kind, name, propagationPolicy] = step.remove;
    await client.delete(
      typeOf(kind),
      { namespace, name },
      propagationPolicy === undefined ? {} : { propagationPolicy },
    );
  }
  return [];
}

async function evict(client: Client, namespace: string, name: string): Promise<string> {
  const metadata = { namespace, name };
  try {
    const body = { apiVersion: "policy/v1", kind: "Eviction", metadata };
    await client.create(typeOf("Pod"), body, { subresource: "eviction" });
    return `eviction of ${name}: allowed`;
  } catch (error) {
    return `eviction of ${name}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function typeOf(kind: string) {
  const type = KINDS[kind] ?? CLUSTER_KINDS[kind] ?? OTHER_KINDS[kind];
  if (type === undefined) {
    throw new Error(`scenarios have no kind ${kind}; add it to KINDS in snapshot.ts`);
  }
  return type;
}

/** Resolves when nothing in the namespace has changed for a while. */
async function rest(client: Client, namespace: string, quietMs: number): Promise<void> {
  const endMs = performance.now() + LONGEST_MS;
  let before = "";
  let sinceMs = performance.now();
  while (performance.now() < endMs) {
    const now = await versions(client, namespace);
    if (now !== before || (await isUnderWay(client, namespace))) {
      before = now;
      sinceMs = performance.now();
    } else if (performance.now() - sinceMs >= quietMs) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Whether a kubelet or a controller has not handled a change yet, which takes longer than the quiet time on a busy machine. */
async function isUnderWay(client: Client, namespace: string): Promise<boolean> {
  const pods = itemsOf(await client.list(typeOf("Pod"), { namespace }));
  const isMoving = pods.some((pod) => {
    const isGoing = objectAt(pod, "metadata").deletionTimestamp !== undefined;
    return objectAt(pod, "spec").nodeName !== undefined && (isGoing || objectAt(pod, "status").phase === "Pending");
  });
  const sets = itemsOf(await client.list(typeOf("ReplicaSet"), { namespace }));
  const deployments = itemsOf(await client.list(typeOf("Deployment"), { namespace }));
  const isBehind = (object: JsonObject) =>
    objectAt(object, "status").observedGeneration !== objectAt(object, "metadata").generation;
  return isMoving || [...sets, ...deployments].some(isBehind);
}

async function versions(client: Client, namespace: string): Promise<string> {
  const all: string[] = [];
  for (const kind of [
    "Pod",
    "ReplicaSet",
    "Deployment",
    "StatefulSet",
    "DaemonSet",
    "Job",
    "EndpointSlice",
    "PodDisruptionBudget",
    "PersistentVolumeClaim",
  ]) {
    const list = await client.list(typeOf(kind), { namespace });
    all.push(
      ...itemsOf(list).map(({ metadata }) => `${kind}/${String(metadata.name)}@${String(metadata.resourceVersion)}`),
    );
  }
  return all.join(" ");
}
