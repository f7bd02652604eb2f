import { createJsonStore, createKubernetesKeys, decodeBase64, encodeBase64 } from "@kiln/kinds";
import { MemoryStore } from "@kiln/store/memory";
import { describe, expect, it } from "vitest";
import { startTestServer } from "./testing/start-test-server.ts";
import { STORED_BY_KUBERNETES } from "./testing/stored-by-kubernetes.ts";

const keys = createKubernetesKeys();
const ROOT = "/registry/";

async function start() {
  const plain = new MemoryStore();
  for (const [key, value] of Object.entries(STORED_BY_KUBERNETES)) {
    await plain.create(ROOT + keys.fromStored(key.slice(ROOT.length)), decodeBase64(value));
  }
  const server = await startTestServer({ store: createJsonStore(plain) });
  return { ...server, plain };
}

describe("objects that kube-apiserver wrote", () => {
  it.each<[string, object]>([
    [
      "/api/v1/namespaces/default/configmaps/settings",
      { data: { a: "b" }, binaryData: { c: "AAEC" }, metadata: { labels: { from: "kube-apiserver" } } },
    ],
    ["/api/v1/nodes/n1", { kind: "Node", metadata: { name: "n1" } }],
    [
      "/api/v1/namespaces/default/services/kubernetes",
      { spec: { clusterIP: "10.0.0.1", ports: [{ name: "https", port: 443, targetPort: 25443 }] } },
    ],
    [
      "/apis/networking.k8s.io/v1/namespaces/default/ingresses/web",
      { spec: { defaultBackend: { service: { name: "web", port: { number: 80 } } } } },
    ],
    [
      "/apis/coordination.k8s.io/v1/namespaces/default/leases/l",
      { spec: { holderIdentity: "h", renewTime: "2026-01-01T00:00:00.123456Z" } },
    ],
    [
      "/apis/rbac.authorization.k8s.io/v1/clusterroles/reader",
      { rules: [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }] },
    ],
    ["/apis/apiextensions.k8s.io/v1/customresourcedefinitions/foos.ex.io", { spec: { group: "ex.io" } }],
  ])("are read at %s", async (path, expected) => {
    const { send } = await start();
    const { status, json } = await send("GET", path);
    expect([status, json]).toEqual([200, expect.objectContaining({})]);
    expect(json).toMatchObject(expected);
  });

  it("are listed, selected and changed, and stored as JSON then", async () => {
    const { send, plain } = await start();
    const path = "/api/v1/namespaces/default/configmaps";
    expect((await send("GET", `${path}?labelSelector=from=kube-apiserver`)).json?.items).toHaveLength(1);
    await send("PATCH", `${path}/settings`, {
      body: { data: { a: "c" } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    const stored = JSON.parse(
      Buffer.from(plain.peek("/registry/core/configmaps/default/settings")?.value ?? []).toString(),
    );
    expect(stored).toMatchObject({ kind: "ConfigMap", data: { a: "c" }, binaryData: { c: "AAEC" } });
  });

  it("are seen by watches when they are put there later", async () => {
    const { send, plain } = await start();
    const [, value = ""] = Object.entries(STORED_BY_KUBERNETES)[1] ?? [];
    await plain.create("/registry/core/configmaps/default/later", decodeBase64(value));
    expect((await send("GET", "/api/v1/namespaces/default/configmaps")).json?.items).toHaveLength(2);
  });

  it("of kinds that are not known are left out", async () => {
    const { send, plain } = await start();
    const unknown = encodeBase64(new TextEncoder().encode("k8s\0"));
    await plain.create("/registry/core/configmaps/default/odd", decodeBase64(unknown));
    expect((await send("GET", "/api/v1/namespaces/default/configmaps")).json?.items).toHaveLength(1);
  });
});

describe("createKubernetesKeys()", () => {
  it.each([
    ["core/pods/ns/p", "pods/ns/p"],
    ["core/nodes/n", "minions/n"],
    ["core/services/ns/s", "services/specs/ns/s"],
    ["core/endpoints/ns/s", "services/endpoints/ns/s"],
    ["core/events/ns/e", "events/ns/e"],
    ["apps/deployments/ns/d", "deployments/ns/d"],
    ["networking.k8s.io/ingresses/ns/i", "ingress/ns/i"],
    ["apiextensions.k8s.io/customresourcedefinitions/c", "apiextensions.k8s.io/customresourcedefinitions/c"],
    ["apiregistration.k8s.io/apiservices/a", "apiregistration.k8s.io/apiservices/a"],
    ["example.com/pods/ns/p", "example.com/pods/ns/p"],
    ["core/pods/", "pods/"],
    ["ranges/servicenodeports/30000", "ranges/servicenodeports/30000"],
  ])("keeps %s at %s", (key, stored) => {
    expect(keys.toStored(key)).toBe(stored);
    expect(keys.fromStored(stored)).toBe(key);
  });

  it.each(["ranges/serviceips", "ranges/servicenodeports", "masterleases/127.0.0.1", "pods"])(
    "knows no object at %s",
    (stored) => {
      expect(keys.fromStored(stored)).toBeUndefined();
    },
  );
});
