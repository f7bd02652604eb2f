import type { JsonObject } from "@kiln/api";
import { type Client, createClient, itemsOf } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { recordSteps } from "./record-steps.ts";
import type { Scenario, Step } from "./scenario.ts";
import { CLUSTER_KINDS, KINDS, takeSnapshot } from "./snapshot.ts";

export interface Playing {
  readonly kubeconfig: string;
  /** A namespace without a change for this long is at rest. */
  readonly quietMs: number;
}

const LONGEST_MS = 45_000;
const LOOK_MS = 500;
/** Scenarios at a time: most of their time is waiting. */
const WIDTH = 16;

/** Plays all scenarios, several at a time, each in a namespace of its own; snapshots by scenario. */
export async function playAll(scenarios: readonly Scenario[], playing: Playing): Promise<Map<string, string[]>> {
  const client = createClient({
    transport: openTransport(loadAccess({ file: playing.kubeconfig })),
    userAgent: "player/1",
  });
  const snapshots = new Map<string, string[]>();
  const left = [...scenarios];
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      snapshots.set(next.name, await play(client, next, playing));
    }
  };
  try {
    await Promise.all(Array.from({ length: WIDTH }, work));
  } finally {
    client.close();
  }
  return snapshots;
}

async function play(client: Client, { name, steps }: Scenario, { quietMs }: Playing): Promise<string[]> {
  const namespace = `ns-${name}`;
  await client.create(
    { group: "", version: "v1", plural: "namespaces", isNamespaced: false },
    { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
  );
  await rest(client, namespace, quietMs);
  const recorder = recordSteps(client, namespace);
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

/** Facts beside the objects that there are in the end. */
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
  const type = KINDS[kind] ?? CLUSTER_KINDS[kind];
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
    if (now !== before) {
      before = now;
      sinceMs = performance.now();
    } else if (performance.now() - sinceMs >= quietMs) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
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
