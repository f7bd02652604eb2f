import type { JsonObject } from "@kiln/api";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

const SERVICES = "/api/v1/namespaces/default/services";
const MERGE = { "content-type": "application/merge-patch+json" };

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

afterEach(() => server.close());

async function create(name: string, spec: JsonObject): Promise<JsonObject> {
  const body = { metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } };
  const { json } = await server.send("POST", SERVICES, { body });
  return (json?.spec ?? json) as JsonObject;
}

async function change(name: string, spec: JsonObject): Promise<JsonObject> {
  const { json } = await server.send("PATCH", `${SERVICES}/${name}`, { body: { spec }, headers: MERGE });
  return (json?.spec ?? json) as JsonObject;
}

function nodePorts({ ports }: JsonObject): unknown[] {
  return (ports as JsonObject[]).map(({ nodePort }) => nodePort);
}

describe("Services", () => {
  it("get every node port there is, and no port twice", async () => {
    const ports = Array.from({ length: 2_768 }, (_, i) => ({ name: `p${i}`, port: i + 1 }));
    const given = nodePorts(await create("all", { type: "NodePort", ports }));
    expect(new Set(given).size).toBe(ports.length);
    expect(await create("more", { type: "NodePort" })).toMatchObject({
      code: 500,
      message: expect.stringContaining("failed to allocate a nodePort: range is full"),
    });
  });

  it("get unused addresses", async () => {
    const specs = await Promise.all(Array.from({ length: 50 }, (_, i) => create(`s${i}`, {})));
    const addresses = specs.map(({ clusterIP }) => clusterIP);
    expect(new Set(addresses).size).toBe(50);
    expect(specs[0]).toMatchObject({
      clusterIP: expect.stringMatching(/^10\.0\.0\.\d+$/),
      clusterIPs: [addresses[0]],
      ipFamilies: ["IPv4"],
      ipFamilyPolicy: "SingleStack",
      type: "ClusterIP",
      internalTrafficPolicy: "Cluster",
      ports: [{ port: 80, protocol: "TCP", targetPort: 80 }],
    });
  });

  it("keep what they were given, and give it back", async () => {
    const { clusterIP = "" } = await create("a", { type: "NodePort" });
    const [port] = nodePorts(await change("a", { ports: [{ port: 81 }] }));
    expect(await change("a", { ports: [{ port: 82 }] })).toMatchObject({ clusterIP, ports: [{ nodePort: port }] });
    expect(await create("b", { clusterIP })).toMatchObject({
      message: expect.stringContaining(`failed to allocate IP ${String(clusterIP)}: provided IP is already allocated`),
    });
    await server.send("DELETE", `${SERVICES}/a`);
    expect(await create("b", { clusterIP })).toMatchObject({ clusterIP });
  });

  it.each([
    [
      { clusterIP: "192.0.2.1" },
      "the provided IP (192.0.2.1) is not in the valid range. The range of valid IPs is 10.0.0.0/24",
    ],
    [
      { type: "NodePort", ports: [{ port: 80, nodePort: 80 }] },
      "provided port is not in the valid range. The range of valid ports is 30000-32767",
    ],
    [{ ipFamilyPolicy: "RequireDualStack" }, "this cluster is not configured for dual-stack services"],
  ])("do not get %j", async (spec, why) => {
    expect(await create("a", spec as JsonObject)).toMatchObject({ code: 422, message: expect.stringContaining(why) });
  });

  it("have no address where they need none", async () => {
    expect(await create("none", { clusterIP: "None" })).toMatchObject({ clusterIPs: ["None"] });
    const named = await create("named", { type: "ExternalName", externalName: "example.com", ports: [] });
    expect([named.clusterIP, named.ipFamilies, named.internalTrafficPolicy]).toEqual([undefined, undefined, undefined]);
  });

  it("lose what only their old type has", async () => {
    await create("a", { type: "NodePort" });
    const spec = await change("a", { type: "ClusterIP" });
    expect([nodePorts(spec), spec.externalTrafficPolicy]).toEqual([[undefined], undefined]);
    const named = await change("a", { type: "ExternalName", externalName: "example.com" });
    expect([named.clusterIP, named.clusterIPs, named.ipFamilies]).toEqual([undefined, undefined, undefined]);
    expect(await change("a", { type: "ClusterIP" })).toMatchObject({ clusterIP: expect.any(String) });
  });

  it("know what was given before the server started", async () => {
    const { clusterIP = "" } = await create("a", {});
    const again = await startTestServer({ store: server.store });
    const body = { metadata: { name: "b" }, spec: { clusterIP, ports: [{ port: 80 }] } };
    expect((await again.send("POST", SERVICES, { body })).status).toBe(422);
    again.close();
  });

  it("that only name another have no traffic inside", async () => {
    const spec = { type: "ExternalName", externalName: "example.com", ports: [] };
    expect((await create("named", { ...spec, internalTrafficPolicy: "Local" })).internalTrafficPolicy).toBeUndefined();
    expect(await create("odd", { ...spec, internalTrafficPolicy: "Odd" })).toMatchObject({ code: 422 });
  });

  it("report a repeated node port before anything else", async () => {
    await create("a", { type: "NodePort", ports: [{ port: 80, nodePort: 30080 }] });
    const ports = [80, 81].map((port) => ({ name: "", port, nodePort: 30080, protocol: "TCP" }));
    expect(await change("a", { ports })).toMatchObject({ code: 500, message: "duplicate nodePort: {TCP 30080}" });
  });

  it("may ask for any node port in a dry run", async () => {
    const body = { metadata: { name: "a" }, spec: { type: "NodePort", ports: [{ port: 80, nodePort: 80 }] } };
    expect((await server.send("POST", `${SERVICES}?dryRun=All`, { body })).status).toBe(201);
  });
});
