import type { JsonObject } from "@kiln/api";
import { type Client, createClient, itemsOf } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import type { Scenario, Step } from "./scenario.ts";
import { KINDS, takeSnapshot } from "./snapshot.ts";

export interface Playing {
  readonly kubeconfig: string;
  /** A namespace without a change for this long is at rest. */
  readonly quietMs: number;
}

const LONGEST_MS = 45_000;
const LOOK_MS = 250;

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
    await Promise.all(Array.from({ length: 8 }, work));
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
  for (const step of steps) {
    await act(client, namespace, step);
    await rest(client, namespace, "waitSeconds" in step ? step.waitSeconds * 1000 : quietMs);
  }
  const snapshot = await takeSnapshot(client, namespace);
  await client.delete({ group: "", version: "v1", plural: "namespaces", isNamespaced: false }, { name: namespace });
  return snapshot;
}

async function act(client: Client, namespace: string, step: Step): Promise<void> {
  if ("create" in step) {
    const { kind, metadata } = step.create as { kind: string; metadata: JsonObject };
    await client.create(typeOf(kind), { ...step.create, metadata: { ...metadata, namespace } });
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
}

function typeOf(kind: string) {
  const type = KINDS[kind];
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
  ]) {
    const list = await client.list(typeOf(kind), { namespace });
    all.push(
      ...itemsOf(list).map(({ metadata }) => `${kind}/${String(metadata.name)}@${String(metadata.resourceVersion)}`),
    );
  }
  return all.join(" ");
}
