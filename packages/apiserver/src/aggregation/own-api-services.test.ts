import { asObjects, type JsonObject, metadataOf, objectAt } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { settle } from "../testing/settle.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const MANAGED = "kube-aggregator.kubernetes.io/automanaged";
const AVAILABLE = {
  type: "Available",
  status: "True",
  lastTransitionTime: "2026-01-02T03:04:05Z",
  reason: "Local",
  message: "Local APIServices are always available",
};

function definition(plural: string, versions: readonly string[]): JsonObject {
  const schema = { openAPIV3Schema: { type: "object" } };
  return {
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: "example.com",
      scope: "Cluster",
      names: { plural, kind: plural },
      versions: versions.map((name, i) => ({ name, served: true, storage: i === 0, schema })),
    },
  };
}

async function names({ send }: TestServer, of?: string): Promise<unknown[]> {
  const query = of === undefined ? "" : `?labelSelector=${encodeURIComponent(`${MANAGED}=${of}`)}`;
  return asObjects((await send("GET", SERVICES + query)).json?.items).map((one) => metadataOf(one).name);
}

describe("APIServices of built-in group versions", () => {
  it("are there when the server is ready, available and with Kubernetes' priorities", async () => {
    const server = await startTestServer({ ownApiServices: "all", semantics: "upstream" });
    const { json } = await server.send("GET", `${SERVICES}/v2.autoscaling`);
    expect(json).toMatchObject({
      metadata: { name: "v2.autoscaling", labels: { [MANAGED]: "onstart" } },
      spec: { group: "autoscaling", version: "v2", groupPriorityMinimum: 17_500, versionPriority: 30 },
      status: { conditions: [AVAILABLE] },
    });
    expect((await server.send("GET", `${SERVICES}/v1.`)).json?.spec).toEqual({
      groupPriorityMinimum: 18_000,
      version: "v1",
      versionPriority: 1,
    });
  });

  it("are those of every listed group version but apiregistration.k8s.io", async () => {
    const server = await startTestServer({ ownApiServices: "all" });
    const { json } = await server.send("GET", "/apis");
    const served = asObjects(json?.groups).flatMap(({ name, versions }) =>
      asObjects(versions).map(({ version }) => `${version}.${name}`),
    );
    const listed = served.filter((name) => name !== "v1.apiregistration.k8s.io");
    expect(await names(server)).toEqual(["v1.", ...listed].sort());
  });

  it("are restored by the next start only, with labels and conditions of users kept", async () => {
    const first = await startTestServer({ ownApiServices: "all" });
    const { json } = await first.send("GET", `${SERVICES}/v1.apps`);
    const changed = { ...json, spec: { ...objectAt(json ?? {}, "spec"), versionPriority: 99 } };
    expect((await first.send("PUT", `${SERVICES}/v1.apps`, { body: changed })).status).toBe(200);
    await first.send("DELETE", `${SERVICES}/v1.batch`);
    await settle(first);
    expect((await first.send("GET", `${SERVICES}/v1.batch`)).status).toBe(404);
    expect((await first.send("GET", "/apis/batch/v1")).status).toBe(200);
    first.server.close();
    const second = await startTestServer({ ownApiServices: "all", store: first.store });
    expect((await second.send("GET", `${SERVICES}/v1.batch`)).status).toBe(200);
    expect((await second.send("GET", `${SERVICES}/v1.apps`)).json?.spec).toMatchObject({ versionPriority: 15 });
  });

  it("go with a version that is not served any more", async () => {
    const first = await startTestServer({ ownApiServices: "all" });
    expect(await names(first)).toContain("v1beta1.apiextensions.k8s.io");
    first.server.close();
    const second = await startTestServer({ ownApiServices: "all", semantics: "upstream", store: first.store });
    expect(await names(second)).not.toContain("v1beta1.apiextensions.k8s.io");
  });

  it("cost a second start no write", async () => {
    const first = await startTestServer({ ownApiServices: "all" });
    first.server.close();
    const { revision } = first.store;
    await startTestServer({ ownApiServices: "all", store: first.store });
    expect(first.store.revision).toBe(revision);
  });
});

describe("APIServices of CRDs", () => {
  it("follow the served versions of all CRDs of a group", async () => {
    const server = await startTestServer({ ownApiServices: "all" });
    await server.send("POST", DEFINITIONS, { body: definition("as", ["v1", "v2"]) });
    await server.send("POST", DEFINITIONS, { body: definition("bs", ["v1"]) });
    await settle(server);
    expect(await names(server, "true")).toEqual(["v1.example.com", "v2.example.com"]);
    expect((await server.send("GET", `${SERVICES}/v1.example.com`)).json).toMatchObject({
      spec: { group: "example.com", version: "v1", groupPriorityMinimum: 1000, versionPriority: 100 },
      status: { conditions: [AVAILABLE] },
    });
    await server.send("DELETE", `${DEFINITIONS}/as.example.com`);
    await settle(server);
    expect(await names(server, "true")).toEqual(["v1.example.com"]);
    await server.send("DELETE", `${DEFINITIONS}/bs.example.com`);
    await settle(server);
    expect(await names(server, "true")).toEqual([]);
  });

  it("come back if they are deleted, and are restored if they are changed", async () => {
    const server = await startTestServer({ ownApiServices: "all" });
    await server.send("POST", DEFINITIONS, { body: definition("as", ["v1", "v2"]) });
    await settle(server);
    await server.send("DELETE", `${SERVICES}/v1.example.com`);
    await server.send("PATCH", `${SERVICES}/v2.example.com`, {
      body: { spec: { versionPriority: 7 } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    await settle(server);
    expect((await server.send("GET", `${SERVICES}/v1.example.com`)).status).toBe(200);
    expect((await server.send("GET", `${SERVICES}/v2.example.com`)).json?.spec).toMatchObject({ versionPriority: 100 });
  });

  it("go at the next start if their CRD went while no server ran", async () => {
    const first = await startTestServer({ ownApiServices: "all" });
    await first.send("POST", DEFINITIONS, { body: definition("as", ["v1"]) });
    await settle(first);
    first.server.close();
    for await (const { entries } of await first.store.range({ prefix: "/registry/apiextensions.k8s.io/" })) {
      await Promise.all(entries.map(({ key, revision }) => first.store.delete(key, { revision })));
    }
    const second = await startTestServer({ ownApiServices: "all", store: first.store });
    await settle(second);
    expect(await names(second, "true")).toEqual([]);
  });

  it("are left alone if a user made them", async () => {
    const server = await startTestServer({ ownApiServices: "all" });
    const spec = { group: "example.com", version: "v1", groupPriorityMinimum: 5, versionPriority: 6 };
    await server.send("POST", SERVICES, { body: { metadata: { name: "v1.example.com" }, spec } });
    await server.send("POST", DEFINITIONS, { body: definition("as", ["v1"]) });
    await settle(server);
    await server.send("DELETE", `${DEFINITIONS}/as.example.com`);
    await settle(server);
    expect((await server.send("GET", `${SERVICES}/v1.example.com`)).json?.spec).toEqual(spec);
  });

  it("follow a CRD that is deleted in a store that had them all", async () => {
    const first = await startTestServer({ ownApiServices: "all" });
    await first.send("POST", DEFINITIONS, { body: definition("as", ["v1"]) });
    await settle(first);
    first.server.close();
    const fork = await startTestServer({ ownApiServices: "changed", store: first.store });
    await fork.send("DELETE", `${DEFINITIONS}/as.example.com`);
    await settle(fork);
    expect(await names(fork, "true")).toEqual([]);
  });
});
