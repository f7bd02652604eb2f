import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { PODS, type Simulated, startSimulated } from "../testing/start-simulated.ts";

const NODES = "/api/v1/nodes";
const LEASE = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/kiln-node-0";

async function conditionOf(server: Simulated, type: string): Promise<JsonObject | undefined> {
  const { status } = (await server.get(`${NODES}/kiln-node-0`)) as { status: { conditions: JsonObject[] } };
  return status.conditions.find((one) => one.type === type);
}

describe("a simulated node", () => {
  it("renews a Lease that it owns every ten seconds", async () => {
    const server = await startSimulated({ nodes: 1 });
    const renewals = new Set<unknown>();
    for (let second = 0; second < 40; second++) {
      renewals.add(((await server.get(LEASE)).spec as JsonObject).renewTime);
      await server.settle(1000);
    }
    expect(renewals.size).toBeGreaterThanOrEqual(4);
    expect(renewals.size).toBeLessThanOrEqual(6);
    expect(await server.get(LEASE)).toMatchObject({
      metadata: { ownerReferences: [{ kind: "Node", name: "kiln-node-0" }] },
      spec: { holderIdentity: "kiln-node-0", leaseDurationSeconds: 40 },
    });
  });

  it("reports its conditions every five minutes", async () => {
    const server = await startSimulated({ nodes: 1 });
    const before = await conditionOf(server, "Ready");
    await server.settle(301_000);
    const after = await conditionOf(server, "Ready");
    expect(after?.lastHeartbeatTime).not.toBe(before?.lastHeartbeatTime);
    expect(after?.lastTransitionTime).toBe(before?.lastTransitionTime);
  });

  it("that is lost is noticed in time, though the server is started again in between", async () => {
    const server = await startSimulated({ nodes: 1 });
    await server.patch(`${NODES}/kiln-node-0`, { metadata: { annotations: { "simulate.kiln/node-state": "lost" } } });
    await server.settle(30_000);
    await server.restart();
    await server.settle(21_000);
    expect(await conditionOf(server, "Ready")).toMatchObject({ status: "Unknown", reason: "NodeStatusUnknown" });
  });
});

describe("Pods of a lost node", () => {
  it("are not ready until it returns, with an event each", async () => {
    const server = await startSimulated({ nodes: 1 });
    await server.post(PODS, { metadata: { name: "p" }, spec: { containers: [{ name: "main", image: "img:1" }] } });
    await server.settle();
    const ready = async () => {
      const { status } = (await server.get(`${PODS}/p`)) as { status: { conditions: JsonObject[] } };
      return status.conditions.find(({ type }) => type === "Ready")?.status;
    };
    const setState = async (state: string | null) => {
      const annotations = { "simulate.kiln/node-state": state };
      await server.patch(`${NODES}/kiln-node-0`, { metadata: { annotations } });
    };
    expect(await ready()).toBe("True");
    await setState("lost");
    await server.settle(51_000);
    expect(await ready()).toBe("False");
    const events = await server.list("/api/v1/namespaces/default/events");
    expect(events.filter(({ reason }) => reason === "NodeNotReady")).toMatchObject([
      { involvedObject: { kind: "Node" }, message: "Node kiln-node-0 status is now: NodeNotReady" },
      { involvedObject: { kind: "Pod", name: "p" }, message: "Node is not ready" },
    ]);
    await setState(null);
    await server.settle(1000);
    expect(await ready()).toBe("True");
  });
});

describe("a node that is lost from its creation", () => {
  it("has conditions that were never reported, and reports its own when it returns", async () => {
    const server = await startSimulated({ nodes: 0 });
    await server.post(NODES, {
      metadata: { name: "kiln-node-0", annotations: { "simulate.kiln/node-state": "lost" } },
    });
    await server.settle(1000);
    expect(await conditionOf(server, "Ready")).toMatchObject({ status: "Unknown", reason: "NodeStatusNeverUpdated" });
    await server.patch(`${NODES}/kiln-node-0`, { metadata: { annotations: { "simulate.kiln/node-state": null } } });
    await server.settle(1000);
    expect(await conditionOf(server, "Ready")).toMatchObject({ status: "True", reason: "KubeletReady" });
  });
});

describe("Pods of a node that is out of service", () => {
  it("go at once when they are deleted", async () => {
    const server = await startSimulated({ nodes: 1 });
    await server.post(PODS, { metadata: { name: "p" }, spec: { containers: [{ name: "main", image: "img:1" }] } });
    await server.settle();
    await server.patch(`${NODES}/kiln-node-0`, { metadata: { annotations: { "simulate.kiln/node-state": "lost" } } });
    await server.settle(51_000);
    await server.send("DELETE", `${PODS}/p`);
    await server.settle(1000);
    expect(await server.list(PODS)).toHaveLength(1);
    const { spec } = (await server.get(`${NODES}/kiln-node-0`)) as { spec: { taints: JsonObject[] } };
    const taint = { key: "node.kubernetes.io/out-of-service", value: "nodeshutdown", effect: "NoExecute" };
    await server.patch(`${NODES}/kiln-node-0`, { spec: { taints: [...spec.taints, taint] } });
    await server.settle(1000);
    expect(await server.list(PODS)).toHaveLength(0);
  });
});

describe("an ephemeral volume of a simulated Pod", () => {
  it("is a claim that the Pod owns, and the Pod runs when it is bound", async () => {
    const server = await startSimulated({ nodes: 1 });
    const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
    await server.post(PODS, {
      metadata: { name: "p" },
      spec: {
        containers: [{ name: "main", image: "img:1" }],
        volumes: [{ name: "scratch", ephemeral: { volumeClaimTemplate: { metadata: { labels: { a: "b" } }, spec } } }],
      },
    });
    await server.settle(2000);
    expect(await server.get("/api/v1/namespaces/default/persistentvolumeclaims/p-scratch")).toMatchObject({
      metadata: { labels: { a: "b" }, ownerReferences: [{ kind: "Pod", name: "p", controller: true }] },
      status: { phase: "Bound" },
    });
    expect((await server.get(`${PODS}/p`)).status).toMatchObject({ phase: "Running" });
  });
});
