import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { PODS, startSimulated, template } from "../testing/start-simulated.ts";

const SERVICES = "/api/v1/namespaces/default/services";
const SLICES = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";

describe("an EndpointSlice of simulated Pods", () => {
  it("has the hints of the Service's traffic distribution", async () => {
    const server = await startSimulated({ nodes: 1 });
    await server.patch("/api/v1/nodes/kiln-node-0", {
      metadata: { labels: { "topology.kubernetes.io/zone": "a" } },
    });
    await server.post(PODS, { ...template("web"), metadata: { name: "web", labels: { app: "web" } } });
    const ports = [{ port: 80 }];
    await server.post(SERVICES, { metadata: { name: "web" }, spec: { selector: { app: "web" }, ports } });
    const hints = async () => {
      await server.settle();
      const slices = await server.list(SLICES);
      return slices.flatMap(({ endpoints }) => ((endpoints ?? []) as JsonObject[]).map((one) => one.hints));
    };
    expect(await hints()).toEqual([undefined]);
    await server.patch(`${SERVICES}/web`, { spec: { trafficDistribution: "PreferSameZone" } });
    expect(await hints()).toEqual([{ forZones: [{ name: "a" }] }]);
    await server.patch(`${SERVICES}/web`, { spec: { trafficDistribution: "PreferSameNode" } });
    expect(await hints()).toEqual([{ forZones: [{ name: "a" }], forNodes: [{ name: "kiln-node-0" }] }]);
  });
});
