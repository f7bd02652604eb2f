import type { JsonObject } from "@kiln/api";
import { beforeAll, describe, expect, it } from "vitest";
import { type SecuredServer, startSecuredServer } from "../../testing/start-secured-server.ts";

const NS = "/api/v1/namespaces/default";
let server: SecuredServer;

const pod = (name: string, nodeName: string): JsonObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name },
  spec: {
    nodeName,
    serviceAccountName: "default",
    containers: [{ name: "c", image: "i", envFrom: [{ configMapRef: { name: `cm-${name}` } }] }],
    volumes: [
      { name: "v", secret: { secretName: `secret-${name}` } },
      { name: "p", projected: { sources: [{ secret: { name: `projected-${name}` } }] } },
    ],
  },
});

beforeAll(async () => {
  const node = (name: string) => ({ name: `system:node:${name}`, groups: ["system:nodes"] });
  server = await startSecuredServer([node("n1"), node("n2"), { name: "system:node:fake", groups: [] }], {
    authorization: ["Node", "RBAC"],
    admission: [],
  });
  for (const [name, nodeName] of [
    ["a", "n1"],
    ["b", "n2"],
  ] as const) {
    const { status, text } = await server.send("POST", `${NS}/pods`, { body: pod(name, nodeName) });
    expect([status, text]).toEqual([201, text]);
  }
});

describe("createNodeAuthorizer()", () => {
  it.each([
    ["n1", `GET ${NS}/secrets/secret-a`, 404],
    ["n1", `GET ${NS}/secrets/projected-a`, 404],
    ["n1", `GET ${NS}/configmaps/cm-a`, 404],
    ["n1", `GET ${NS}/secrets/secret-b`, 403],
    ["n1", `GET ${NS}/configmaps/cm-b`, 403],
    ["n2", `GET ${NS}/secrets/secret-b`, 404],
    ["n1", `GET ${NS}/secrets`, 403],
    ["n1", "GET /api/v1/secrets", 403],
    ["n1", `GET ${NS}/secrets?fieldSelector=metadata.name%3Dsecret-a`, 200],
    ["n1", "GET /api/v1/namespaces/kube-system/secrets/secret-a", 403],
    ["n1", `DELETE ${NS}/secrets/secret-a`, 403],
    ["n1", `GET ${NS}/pods/a`, 200],
    ["n1", `GET ${NS}/pods/b`, 403],
    ["n1", "GET /api/v1/pods", 403],
    ["n1", "GET /api/v1/pods?fieldSelector=spec.nodeName%3Dn1", 200],
    ["n1", "GET /api/v1/pods?fieldSelector=spec.nodeName%3Dn2", 403],
    ["n1", "GET /api/v1/nodes/n1", 404],
    ["n1", "GET /api/v1/nodes/n2", 403],
    ["n1", "GET /api/v1/nodes", 403],
    ["n1", "GET /apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/n1", 404],
    ["n1", "GET /apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/n2", 403],
    ["n1", "GET /api/v1/services", 200],
    ["fake", `GET ${NS}/secrets/secret-a`, 403],
  ])("%s, %s: %d", async (node, line, code) => {
    const { status, json } = await server.as(`system:node:${node}`, line);
    expect([status, json?.message]).toEqual([code, json?.message]);
  });

  it("says why", async () => {
    const { json } = await server.as("system:node:n1", `GET ${NS}/secrets/secret-b`);
    expect(json?.message).toBe(
      `secrets "secret-b" is forbidden: User "system:node:n1" cannot get resource "secrets" in API group "" in the namespace "default": no relationship found between node 'n1' and this object`,
    );
  });
});

describe("createNodeAuthorizer(), as pods come and go", () => {
  it("grants what a pod needs from its first moment to its last", async () => {
    const ask = async () => (await server.as("system:node:n1", `GET ${NS}/secrets/secret-late`)).status;
    expect(await ask()).toBe(403);
    await server.send("POST", `${NS}/pods`, { body: pod("late", "n1") });
    expect([await ask(), await ask()]).toEqual([404, 404]);
    await server.send("DELETE", `${NS}/pods/late?gracePeriodSeconds=0`);
    expect(await ask()).toBe(403);
  });

  it("takes each pod as it was last written", async () => {
    const ask = async (secret: string) => (await server.as("system:node:n2", `GET ${NS}/secrets/${secret}`)).status;
    await server.send("POST", `${NS}/pods`, { body: pod("debugged", "n2") });
    expect(await ask("secret-of-tool")).toBe(403);
    const tool = { name: "tool", image: "i", envFrom: [{ secretRef: { name: "secret-of-tool" } }] };
    const { status } = await server.send("PATCH", `${NS}/pods/debugged/ephemeralcontainers`, {
      headers: { "content-type": "application/merge-patch+json" },
      body: { spec: { ephemeralContainers: [tool] } },
    });
    expect(status).toBe(200);
    expect([await ask("secret-of-tool"), await ask("secret-debugged")]).toEqual([404, 404]);
  });
});
