import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { PODS, type Simulated, startSimulated } from "../testing/start-simulated.ts";

const CLASSES = "/apis/scheduling.k8s.io/v1/priorityclasses";
const BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
const SETS = "/apis/apps/v1/namespaces/default/replicasets";
const PRIORITIES = { low: 10, middle: 20, high: 30 } as const;

async function start(nodes: number): Promise<Simulated> {
  const server = await startSimulated({ nodes });
  for (const [name, value] of Object.entries(PRIORITIES)) {
    await server.post(CLASSES, { metadata: { name }, value });
  }
  return server;
}

interface Wanted {
  readonly priority: keyof typeof PRIORITIES;
  readonly cpu: string;
  /** The only node it may run on; any if absent. */
  readonly node?: number;
}

function podSpec({ priority, cpu, node }: Wanted): JsonObject {
  return {
    priorityClassName: priority,
    ...(node === undefined ? {} : { nodeSelector: { "kubernetes.io/hostname": `kiln-node-${node}` } }),
    containers: [{ name: "main", image: "img:1", resources: { requests: { cpu } } }],
  };
}

async function addPod(server: Simulated, name: string, wanted: Wanted): Promise<void> {
  await server.post(PODS, { metadata: { name, labels: { app: name } }, spec: podSpec(wanted) });
  await server.settle();
}

/** Name and node of every Pod. */
async function placement(server: Simulated): Promise<Record<string, unknown>> {
  const pods = await server.list(PODS);
  return Object.fromEntries(
    pods.map(({ metadata, spec }) => [(metadata as JsonObject).name, (spec as JsonObject).nodeName]),
  );
}

async function messagesOf(server: Simulated, reason: string): Promise<unknown[]> {
  const events = await server.list("/api/v1/namespaces/default/events");
  return events.filter((event) => event.reason === reason).map(({ message }) => message);
}

describe("preemption", () => {
  it("takes the node where the lowest priority goes, and says why in condition and events", async () => {
    const server = await start(2);
    await addPod(server, "a", { priority: "middle", cpu: "20", node: 0 });
    await addPod(server, "b", { priority: "low", cpu: "20", node: 1 });
    await addPod(server, "urgent", { priority: "high", cpu: "20" });
    expect(await placement(server)).toEqual({ a: "kiln-node-0", urgent: "kiln-node-1" });
    expect(await messagesOf(server, "FailedScheduling")).toEqual(["0/2 nodes are available: 2 Insufficient cpu."]);
    expect(await messagesOf(server, "Preempted")).toEqual([
      expect.stringMatching(/^Preempted by pod [0-9a-f-]{36} on node kiln-node-1$/),
    ]);
  });

  it("deletes no more Pods than needed, the lowest priority first", async () => {
    const server = await start(1);
    await addPod(server, "a", { priority: "middle", cpu: "10" });
    await addPod(server, "b", { priority: "low", cpu: "10" });
    await addPod(server, "c", { priority: "middle", cpu: "10" });
    await addPod(server, "urgent", { priority: "high", cpu: "12" });
    expect(Object.keys(await placement(server))).toEqual(["a", "c", "urgent"]);
  });

  it("prefers a node where no PodDisruptionBudget is violated", async () => {
    const server = await start(2);
    await addPod(server, "a", { priority: "low", cpu: "20", node: 0 });
    await addPod(server, "b", { priority: "middle", cpu: "20", node: 1 });
    const spec = { minAvailable: 1, selector: { matchLabels: { app: "a" } } };
    await server.post(BUDGETS, { metadata: { name: "a" }, spec });
    await server.settle();
    await addPod(server, "urgent", { priority: "high", cpu: "20" });
    expect(await placement(server)).toEqual({ a: "kiln-node-0", urgent: "kiln-node-1" });
  });

  it.each([
    {
      title: "Pods of a lower priority that are not enough",
      cpu: "40",
      message:
        "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.",
    },
    {
      title: "no Pods of a lower priority",
      cpu: "20",
      message:
        "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.",
    },
  ])("leaves Pods where there are $title", async ({ cpu, message }) => {
    const server = await start(1);
    await addPod(server, "a", { priority: "middle", cpu: "20" });
    await addPod(server, "b", { priority: "middle", cpu });
    expect(await placement(server)).toMatchObject({ a: "kiln-node-0", b: undefined });
    expect(await messagesOf(server, "FailedScheduling")).toEqual([message]);
  });

  it("keeps the room for the Pod that preempted while the victim stops, against Pods that are created meanwhile", async () => {
    const server = await start(1);
    const annotations = { "simulate.kiln/stop-after": "5s" };
    await server.post(PODS, { metadata: { name: "a", annotations }, spec: podSpec({ priority: "low", cpu: "20" }) });
    await server.settle();
    await addPod(server, "urgent", { priority: "high", cpu: "15" });
    // It would fit beside the victim, and not beside the Pod that preempted.
    await addPod(server, "late", { priority: "middle", cpu: "25" });
    await server.settle(10_000);
    expect(await placement(server)).toMatchObject({ urgent: "kiln-node-0", late: undefined });
    // Once for each of the two Pods: the Pod that preempted waits for the victim.
    expect(await messagesOf(server, "FailedScheduling")).toHaveLength(2);
  });

  it("preempts each Pod once though their ReplicaSets replace them at once", async () => {
    const server = await start(1);
    const replicaSet = (name: keyof typeof PRIORITIES, cpu: string) => ({
      metadata: { name },
      spec: {
        replicas: 1,
        selector: { matchLabels: { app: name } },
        template: { metadata: { labels: { app: name } }, spec: podSpec({ priority: name, cpu }) },
      },
    });
    for (const [name, cpu] of [
      ["low", "12"],
      ["middle", "12"],
      ["high", "20"],
    ] as const) {
      await server.post(SETS, replicaSet(name, cpu));
      await server.settle();
    }
    const created = await messagesOf(server, "SuccessfulCreate");
    const count = (name: string) => created.filter((message) => String(message).includes(`: ${name}-`)).length;
    expect([count("low"), count("middle"), count("high")]).toEqual([2, 1, 1]);
    expect(await messagesOf(server, "Preempted")).toHaveLength(1);
  });
});
