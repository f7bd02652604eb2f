import { generateKeyPairSync } from "node:crypto";
import { createTokenKeys } from "@kiln/access/node";
import type { JsonObject } from "@kiln/api";
import { controllers, createRootCertificate } from "@kiln/controllers";
import { describe, expect, it } from "vitest";
import { settle } from "../testing/settle.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const NAMESPACES = "/api/v1/namespaces";
const CORE = `${NAMESPACES}/default`;
const ROLES = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
const JOBS = "/apis/batch/v1/namespaces/default/jobs";
const MERGE = { "content-type": "application/merge-patch+json" };
const USE_MS = 2000;

function patch({ send }: TestServer, path: string, body: JsonObject) {
  return send("PATCH", path, { body, headers: MERGE });
}

async function post({ send }: TestServer, path: string, body: JsonObject): Promise<void> {
  const answer = await send("POST", path, { body });
  expect(answer.text).toMatch(/"uid"/);
}

async function managersOf({ send }: TestServer, path: string): Promise<unknown> {
  const { json } = await send("GET", path);
  const { managedFields = [] } = (json?.metadata ?? {}) as JsonObject;
  return (managedFields as JsonObject[]).map(({ manager, operation }) => `${String(manager)} ${String(operation)}`);
}

describe("the controllers", () => {
  it("are called what kube-controller-manager calls them, each once", () => {
    const names = controllers.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => name.endsWith("-controller"))).toBe(true);
  });
});

describe("the service account controller", () => {
  it("gives every namespace a default account, and another one if that is deleted", async () => {
    const server = await startTestServer();
    await server.send("POST", NAMESPACES, { body: { metadata: { name: "bakery" } } });
    await settle(server);
    const account = `${NAMESPACES}/bakery/serviceaccounts/default`;
    const first = await server.send("GET", account);
    expect(first.json).toMatchObject({ kind: "ServiceAccount", metadata: { namespace: "bakery" } });
    expect((await server.send("DELETE", account)).status).toBe(200);
    await settle(server);
    const second = await server.send("GET", account);
    expect(second.status).toBe(200);
    expect(second.json?.metadata).not.toEqual(first.json?.metadata);
    expect((await server.send("GET", `${CORE}/serviceaccounts/default`)).status).toBe(200);
  });

  it("makes none where it is switched off", async () => {
    const server = await startTestServer({ disabledControllers: ["serviceaccount-controller"] });
    await settle(server);
    expect((await server.send("GET", `${CORE}/serviceaccounts/default`)).status).toBe(404);
  });
});

describe("the publisher of the root certificate", () => {
  const path = `${CORE}/configmaps/kube-root-ca.crt`;

  it("keeps the certificate as it is, in every namespace", async () => {
    const server = await startTestServer({ rootCertificate: "PEM" });
    await settle(server);
    expect((await server.send("GET", path)).json).toMatchObject({ data: { "ca.crt": "PEM" } });
    expect(await managersOf(server, path)).toEqual(["kube-controller-manager Update"]);
    await patch(server, path, { data: { "ca.crt": "mine", more: "x" } });
    await settle(server);
    expect((await server.send("GET", path)).json).toHaveProperty("data", { "ca.crt": "PEM" });
  });

  it("follows an authority that is renewed while the server runs", async () => {
    const rootCertificate = createRootCertificate("old");
    const server = await startTestServer({ rootCertificate });
    await settle(server);
    rootCertificate.renew("new");
    await settle(server);
    expect((await server.send("GET", path)).json).toHaveProperty("data", { "ca.crt": "new" });
  });

  it("has nothing to publish without one", async () => {
    const server = await startTestServer();
    await settle(server);
    expect((await server.send("GET", path)).status).toBe(404);
  });
});

describe("the token controller", () => {
  const secrets = `${CORE}/secrets`;
  const secret = (account: string): JsonObject => ({
    metadata: { name: "t", annotations: { "kubernetes.io/service-account.name": account } },
    type: "kubernetes.io/service-account-token",
  });

  async function start() {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const keys = createTokenKeys(String(privateKey.export({ type: "pkcs8", format: "pem" })));
    const serviceAccountTokens = { keys, issuers: ["https://issuer.test"] as const };
    const server = await startTestServer({ serviceAccountTokens, rootCertificate: "PEM" });
    await settle(server);
    return server;
  }

  it("fills a secret that asks for a token, and deletes it with the account", async () => {
    const server = await start();
    await post(server, `${CORE}/serviceaccounts`, { metadata: { name: "robot" } });
    await post(server, secrets, secret("robot"));
    await settle(server);
    const { json } = await server.send("GET", `${secrets}/t`);
    expect(json).toMatchObject({ data: { "ca.crt": btoa("PEM"), namespace: btoa("default") } });
    const { token = "" } = (json?.data ?? {}) as JsonObject;
    const headers = { authorization: `Bearer ${atob(String(token))}` };
    const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    const answer = await server.send("POST", path, { body: {}, headers, isAdmin: false });
    expect(answer.text).toContain("system:serviceaccount:default:robot");
    await server.send("DELETE", `${CORE}/serviceaccounts/robot`);
    await settle(server);
    expect((await server.send("GET", `${secrets}/t`)).status).toBe(404);
  });

  it("deletes a secret of an account that does not exist", async () => {
    const server = await start();
    await post(server, secrets, secret("ghost"));
    await settle(server);
    expect((await server.send("GET", `${secrets}/t`)).status).toBe(404);
  });
});

describe("the aggregation of cluster roles", () => {
  it("follows the roles that are selected, and applies what they say", async () => {
    const server = await startTestServer({ hasBootstrapPolicy: true });
    const clusterRoleSelectors = [{ matchLabels: { metal: "gold" } }];
    await post(server, ROLES, { metadata: { name: "all" }, aggregationRule: { clusterRoleSelectors } });
    const rule = { apiGroups: ["example.com"], resources: ["widgets"], verbs: ["get"] };
    for (const [name, metal] of Object.entries({ b: "gold", a: "gold", c: "iron" })) {
      const rules = [rule, { ...rule, resources: [name] }];
      await post(server, ROLES, { metadata: { name, labels: { metal } }, rules });
    }
    await settle(server);
    const resources = async () =>
      (((await server.send("GET", `${ROLES}/all`)).json?.rules ?? []) as JsonObject[]).map((one) => one.resources);
    expect(await resources()).toEqual([["widgets"], ["a"], ["b"]]);
    expect(await managersOf(server, `${ROLES}/all`)).toContain("clusterrole-aggregation-controller Apply");
    await server.send("DELETE", `${ROLES}/a`);
    await settle(server);
    expect(await resources()).toEqual([["widgets"], ["b"]]);
  });

  it("comes to rest where roles consist of each other", async () => {
    const server = await startTestServer({ hasBootstrapPolicy: true });
    const everything = { clusterRoleSelectors: [{}] };
    for (const name of ["one", "two", "three"]) {
      const rules = [{ apiGroups: ["example.com"], resources: [name], verbs: ["get"] }];
      await post(server, ROLES, { metadata: { name }, aggregationRule: everything, rules });
    }
    await settle(server);
    const versions = async () => (await server.send("GET", ROLES)).json?.metadata;
    const before = await versions();
    await settle(server);
    expect(await versions()).toEqual(before);
  });
});

describe("the deletion of finished jobs", () => {
  const job: JsonObject = {
    metadata: { name: "j" },
    spec: {
      ttlSecondsAfterFinished: 60,
      template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i:1" }] } },
    },
  };

  it("waits as long as the job says after its end", async () => {
    const server = await startTestServer();
    await post(server, JOBS, job);
    const time = "2026-01-02T03:04:05Z";
    const conditions = [
      { type: "SuccessCriteriaMet", status: "True", lastTransitionTime: time },
      { type: "Complete", status: "True", lastTransitionTime: time },
    ];
    const status = { startTime: time, completionTime: time, conditions };
    expect((await patch(server, `${JOBS}/j/status`, { status })).status).toBe(200);
    await settle(server, { rounds: 1, ms: 59_000 });
    expect((await server.send("GET", `${JOBS}/j`)).status).toBe(200);
    await settle(server, { rounds: 3, ms: 1000 });
    expect((await server.send("GET", `${JOBS}/j`)).status).toBe(404);
  });
});

describe("the collector of Pods", () => {
  it("lets a Pod go at the end of its time if its node does not exist", async () => {
    const server = await startTestServer();
    const containers = [{ name: "c", image: "i:1" }];
    await post(server, `${CORE}/pods`, { metadata: { name: "p" }, spec: { nodeName: "ghost", containers } });
    await server.send("DELETE", `${CORE}/pods/p`);
    await settle(server, { rounds: 1, ms: 29_000 });
    expect((await server.send("GET", `${CORE}/pods/p`)).status).toBe(200);
    await settle(server, { rounds: 2, ms: 1000 });
    expect((await server.send("GET", `${CORE}/pods/p`)).status).toBe(404);
  });

  it("leaves it to the node if there is one", async () => {
    const server = await startTestServer();
    const containers = [{ name: "c", image: "i:1" }];
    await post(server, "/api/v1/nodes", { metadata: { name: "n" } });
    await post(server, `${CORE}/pods`, { metadata: { name: "p" }, spec: { nodeName: "n", containers } });
    await server.send("DELETE", `${CORE}/pods/p`);
    await settle(server, { rounds: 2, ms: 60_000 });
    expect((await server.send("GET", `${CORE}/pods/p`)).status).toBe(200);
  });
});

describe("the protection of storage in use", () => {
  const claims = `${CORE}/persistentvolumeclaims`;
  const claim = {
    metadata: { name: "c" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  };

  it("holds a claim until no Pod on a node mounts it", async () => {
    const server = await startTestServer();
    await post(server, claims, claim);
    const volumes = [{ name: "v", persistentVolumeClaim: { claimName: "c" } }];
    const containers = [{ name: "c", image: "i:1" }];
    await post(server, `${CORE}/pods`, { metadata: { name: "p" }, spec: { nodeName: "n", volumes, containers } });
    await server.send("DELETE", `${claims}/c`);
    await settle(server, { ms: USE_MS });
    expect((await server.send("GET", `${claims}/c`)).json).toHaveProperty("metadata.deletionTimestamp");
    await server.send("DELETE", `${CORE}/pods/p?gracePeriodSeconds=0`);
    await settle(server, { ms: USE_MS });
    expect((await server.send("GET", `${claims}/c`)).status).toBe(404);
  });

  it("gives those who were about to use it a moment", async () => {
    const server = await startTestServer();
    await post(server, claims, claim);
    await server.send("DELETE", `${claims}/c`);
    await settle(server, { rounds: 1, ms: USE_MS - 1 });
    expect((await server.send("GET", `${claims}/c`)).status).toBe(200);
    await settle(server, { rounds: 1, ms: 1 });
    expect((await server.send("GET", `${claims}/c`)).status).toBe(404);
  });
});
