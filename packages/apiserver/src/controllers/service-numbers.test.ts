import type { JsonObject } from "@kiln/api";
import type { Store } from "@kiln/store";
import { MemoryStore } from "@kiln/store/memory";
import { describe, expect, it } from "vitest";
import { settle } from "../testing/settle.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const SERVICES = "/api/v1/namespaces/default/services";
const ADDRESSES = "/apis/networking.k8s.io/v1/ipaddresses";

function service(name: string, spec: JsonObject = {}): JsonObject {
  return { metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } };
}

async function addressesOf({ send }: TestServer): Promise<[unknown, unknown][]> {
  const { items } = (await send("GET", ADDRESSES)).json as { items: JsonObject[] };
  return items.map(({ metadata, spec }) => [
    (metadata as JsonObject).name,
    ((spec as JsonObject).parentRef as JsonObject).name,
  ]);
}

describe("the addresses of Services", () => {
  it("have an IPAddress each, which comes and goes with the Service", async () => {
    const server = await startTestServer();
    await server.send("POST", SERVICES, { body: service("a", { clusterIP: "10.0.0.9" }) });
    expect(await addressesOf(server)).toEqual([["10.0.0.9", "a"]]);
    await server.send("DELETE", `${SERVICES}/a`);
    await settle(server);
    expect(await addressesOf(server)).toEqual([]);
  });

  it("can be had again by another Service at once", async () => {
    const server = await startTestServer();
    await server.send("POST", SERVICES, { body: service("a", { clusterIP: "10.0.0.9" }) });
    await server.send("DELETE", `${SERVICES}/a`);
    const again = await server.send("POST", SERVICES, { body: service("b", { clusterIP: "10.0.0.9" }) });
    expect(again.status).toBe(201);
    await settle(server);
    expect(await addressesOf(server)).toEqual([["10.0.0.9", "b"]]);
  });

  it("are not allocated if another client created their IPAddress", async () => {
    const server = await startTestServer();
    const spec = { parentRef: { group: "example.com", resource: "gateways", name: "g" } };
    await server.send("POST", ADDRESSES, { body: { metadata: { name: "10.0.0.9" }, spec } });
    const refused = await server.send("POST", SERVICES, { body: service("a", { clusterIP: "10.0.0.9" }) });
    expect(refused.json?.message).toContain("failed to allocate IP 10.0.0.9: provided IP is already allocated");
    await settle(server, { ms: 120_000 });
    expect(await addressesOf(server)).toEqual([["10.0.0.9", "g"]]);
  });

  it("get back an IPAddress that was deleted", async () => {
    const server = await startTestServer();
    await server.send("POST", SERVICES, { body: service("a", { clusterIP: "10.0.0.9" }) });
    await server.send("DELETE", `${ADDRESSES}/10.0.0.9`);
    await settle(server, { ms: 60_000 });
    expect(await addressesOf(server)).toEqual([["10.0.0.9", "a"]]);
  });
});

/**
 * A store without commit events, as an etcd mirror that lags behind the writes of other servers: compares are correct,
 * cached values are outdated.
 */
function createLateStore(store: Store): Store {
  return new Proxy(store, {
    get(target, name) {
      if (name === "onCommit") {
        return () => () => {};
      }
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

describe("two servers on one store", () => {
  it("never give the same address away", async () => {
    const shared = new MemoryStore();
    const first = await startTestServer({ store: shared, sharesStore: true });
    const second = await startTestServer({ store: createLateStore(shared), sharesStore: true });
    const claimed = await first.send("POST", SERVICES, { body: service("a", { clusterIP: "10.0.0.9" }) });
    expect(claimed.status).toBe(201);
    const refused = await second.send("POST", SERVICES, { body: service("b", { clusterIP: "10.0.0.9" }) });
    expect(refused.json?.message).toContain("failed to allocate IP 10.0.0.9: provided IP is already allocated");
    const both = await Promise.all(
      [first, second].flatMap((server, i) =>
        Array.from({ length: 20 }, (_, n) =>
          server.send("POST", SERVICES, { body: service(`s-${i}-${n}`, { type: "NodePort" }) }),
        ),
      ),
    );
    const specs = both.map(({ json }) => json?.spec as { clusterIP: string; ports: { nodePort: number }[] });
    expect(new Set(specs.map(({ clusterIP }) => clusterIP)).size).toBe(40);
    expect(new Set(specs.map(({ ports }) => ports[0]?.nodePort)).size).toBe(40);
  });
});
