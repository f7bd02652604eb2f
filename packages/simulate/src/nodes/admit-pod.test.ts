import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { PODS, type Simulated, startSimulated } from "../testing/start-simulated.ts";

async function statusOf(server: Simulated, name: string, container: JsonObject, spec: JsonObject = {}) {
  const containers = [{ name: "main", image: "img:1", ...container }];
  await server.post(PODS, { metadata: { name }, spec: { nodeName: "kiln-node-0", containers, ...spec } });
  await server.settle(3000);
  const { phase, reason, message, conditions } = (await server.get(`${PODS}/${name}`)).status as JsonObject;
  return { phase, reason, message, conditions };
}

describe("a Pod that is created for a simulated node", () => {
  it("runs, as if it had been scheduled", async () => {
    const server = await startSimulated();
    const { phase, conditions } = await statusOf(server, "free", {});
    expect(phase).toBe("Running");
    expect(conditions).toContainEqual(expect.objectContaining({ type: "PodScheduled", status: "True" }));
  });

  it("is rejected if the node cannot run it, with the kubelet's reasons", async () => {
    const server = await startSimulated();
    const ports = [{ containerPort: 80, hostPort: 8080 }];
    expect(await statusOf(server, "first", { ports })).toMatchObject({ phase: "Running" });
    expect(await statusOf(server, "second", { ports })).toMatchObject({
      phase: "Failed",
      reason: "NodePorts",
      message:
        "Pod was rejected: Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports",
    });
    expect(await statusOf(server, "large", { resources: { requests: { cpu: "33" } } })).toMatchObject({
      phase: "Failed",
      reason: "OutOfcpu",
      message: "Pod was rejected: Node didn't have enough resource: cpu, requested: 33000, used: 0, capacity: 32000",
    });
    expect(await statusOf(server, "elsewhere", {}, { nodeSelector: { no: "where" } })).toMatchObject({
      phase: "Failed",
      reason: "NodeAffinity",
    });
  });

  it("is replaced by its StatefulSet every two seconds, not as fast as the server can", async () => {
    const server = await startSimulated();
    const containers = [{ name: "main", image: "img:1" }];
    const pod = { nodeName: "kiln-node-0", nodeSelector: { no: "where" }, containers };
    const labels = { app: "db" };
    const spec = {
      serviceName: "db",
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: pod },
    };
    await server.post("/apis/apps/v1/namespaces/default/statefulsets", { metadata: { name: "db" }, spec });
    await server.settle(10_000);
    const events = await server.list("/api/v1/namespaces/default/events");
    const created = events.filter(({ reason }) => reason === "SuccessfulCreate").map(({ count }) => Number(count));
    expect(created.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(2);
    expect(created.reduce((sum, count) => sum + count, 0)).toBeLessThan(8);
  });
});
