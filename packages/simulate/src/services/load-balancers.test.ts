import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { startSimulated } from "../testing/start-simulated.ts";

const SERVICES = "/api/v1/namespaces/default/services";
const CLAIMS = "/api/v1/namespaces/default/persistentvolumeclaims";
const INGRESSES = "/apis/networking.k8s.io/v1/namespaces/default/ingresses";
const STALLED = { annotations: { "simulate.kiln/outcome": "stall" } };

const service = (name: string, more: JsonObject = {}, metadata: JsonObject = {}): JsonObject => ({
  metadata: { name, ...metadata },
  spec: { type: "LoadBalancer", ports: [{ port: 80 }], ...more },
});

const addresses = (object: JsonObject): unknown =>
  (((object.status as JsonObject).loadBalancer as JsonObject).ingress as JsonObject[] | undefined)?.map(({ ip }) => ip);

describe("a simulated load balancer", () => {
  it("gives every Service of that type an address of its own", async () => {
    const server = await startSimulated();
    await server.post(SERVICES, service("a"));
    await server.post(SERVICES, service("b"));
    await server.post(SERVICES, service("asked", { loadBalancerIP: "192.0.2.9" }));
    await server.settle();
    const made = await Promise.all(
      ["a", "b", "asked"].map(async (name) => addresses(await server.get(`${SERVICES}/${name}`))),
    );
    expect(made).toEqual([["198.18.0.2"], ["198.18.0.3"], ["192.0.2.9"]]);
    const events = await server.list("/api/v1/namespaces/default/events");
    expect(events.filter(({ reason }) => reason === "EnsuredLoadBalancer")).toHaveLength(3);
    await server.patch(`${SERVICES}/a`, { spec: { type: "ClusterIP" } });
    await server.post(SERVICES, service("c"));
    await server.settle();
    expect(addresses(await server.get(`${SERVICES}/a`))).toBeUndefined();
    expect(addresses(await server.get(`${SERVICES}/c`))).toEqual(["198.18.0.2"]);
  });

  it("leaves Services of another class, stalled ones and addresses of other programs alone", async () => {
    const server = await startSimulated();
    await server.post(SERVICES, service("other", { loadBalancerClass: "example.com/metal" }));
    await server.post(SERVICES, service("stalled", {}, STALLED));
    await server.settle();
    expect(addresses(await server.get(`${SERVICES}/other`))).toBeUndefined();
    expect(addresses(await server.get(`${SERVICES}/stalled`))).toBeUndefined();
    await server.patch(`${SERVICES}/other/status`, { status: { loadBalancer: { ingress: [{ ip: "192.0.2.1" }] } } });
    await server.settle();
    expect(addresses(await server.get(`${SERVICES}/other`))).toEqual(["192.0.2.1"]);
  });

  it("gives Ingresses an address", async () => {
    const server = await startSimulated();
    const spec = { defaultBackend: { service: { name: "a", port: { number: 80 } } } };
    await server.post(INGRESSES, { metadata: { name: "web" }, spec });
    await server.settle();
    expect(addresses(await server.get(`${INGRESSES}/web`))).toEqual(["198.18.0.1"]);
  });
});

describe("a stalled claim", () => {
  it("stays Pending until the annotation is removed", async () => {
    const server = await startSimulated();
    const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
    await server.post(CLAIMS, { metadata: { name: "data", ...STALLED }, spec });
    await server.settle();
    expect((await server.get(`${CLAIMS}/data`)).status).toMatchObject({ phase: "Pending" });
    await server.patch(`${CLAIMS}/data`, { metadata: { annotations: { "simulate.kiln/outcome": null } } });
    await server.settle();
    expect((await server.get(`${CLAIMS}/data`)).status).toMatchObject({ phase: "Bound" });
  });
});
