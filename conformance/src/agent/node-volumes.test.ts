import { generateKeyPairSync } from "node:crypto";
import { createTokenKeys } from "@kiln/access/node";
import type { ResourceType } from "@kiln/client";
import { beforeEach, describe, expect, it } from "vitest";
import { NODE, PODS, startTestCluster, startTestNode, type TestCluster, type TestNode } from "./testing/start-node.ts";

const NODES: ResourceType = { group: "", version: "v1", plural: "nodes", isNamespaced: false };
const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const signingKey = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

let cluster: TestCluster;
beforeEach(async () => {
  cluster = await startTestCluster({
    serviceAccountTokens: { keys: createTokenKeys(signingKey), issuers: ["https://kubernetes.default.svc"] },
  });
});

function startNode(options: Parameters<typeof startTestNode>[1] = {}): TestNode {
  return startTestNode(cluster, options);
}

const claimsOf = (token = ".."): Record<string, unknown> =>
  JSON.parse(Buffer.from(String(token.split(".")[1]), "base64url").toString() || "{}");

describe("A token in a projected volume", () => {
  const tokenVolume = (expirationSeconds: number) => ({
    name: "account",
    projected: { sources: [{ serviceAccountToken: { path: "token", audience: "vault", expirationSeconds } }] },
  });

  it("is bound to the pod, and good for the audience that was asked for", async () => {
    const pod = await cluster.createPod("web", [tokenVolume(3600)]);
    const node = startNode();
    await cluster.settle();
    expect(claimsOf(node.read("web", "account", "token"))).toMatchObject({
      aud: ["vault"],
      sub: "system:serviceaccount:default:default",
      "kubernetes.io": { pod: { name: "web", uid: pod.metadata.uid } },
    });
  });

  it("is asked for again when four fifths of its time are over", async () => {
    await cluster.createPod("web", [tokenVolume(3600)]);
    const node = startNode();
    await cluster.settle();
    const first = node.read("web", "account", "token");
    // Time of the renewal, less the jitter: half of ten seconds here.
    await cluster.pass(3600 * 0.8 - 120);
    expect(node.read("web", "account", "token")).toBe(first);
    await cluster.pass(240);
    expect(claimsOf(node.read("web", "account", "token")).iat).toBeGreaterThan(Number(claimsOf(first).iat));
    const asked = node.transport.asked.filter((line) => line.endsWith("/serviceaccounts/default/token"));
    expect(asked).toHaveLength(2);
  });

  it("is asked for again after a day, however long it lasts", async () => {
    await cluster.createPod("web", [tokenVolume(10 * 24 * 3600)]);
    const node = startNode({ syncPeriodMs: 3_600_000 });
    await cluster.settle();
    const first = node.read("web", "account", "token");
    const hour = async () => {
      cluster.server.clock.advance(3_600_000);
      await cluster.settle();
    };
    for (let passed = 0; passed < 22; passed++) {
      await hour();
    }
    expect(node.read("web", "account", "token")).toBe(first);
    for (let passed = 0; passed < 4; passed++) {
      await hour();
    }
    expect(node.read("web", "account", "token")).not.toBe(first);
  });

  it("stays while the server is away, for as long as it is good", async () => {
    await cluster.createPod("web", [tokenVolume(3600)]);
    const node = startNode();
    await cluster.settle();
    const first = node.read("web", "account", "token");
    node.transport.cut();
    await cluster.pass(3300);
    expect(node.read("web", "account", "token")).toBe(first);
    expect(node.agent.pods()[0]?.errors).toEqual([]);
    await cluster.pass(600);
    expect(node.agent.pods()[0]).toMatchObject({ isReady: true, errors: [expect.stringContaining("cut")] });
  });
});

describe("The downward API of a pod", () => {
  it("changes with its labels", async () => {
    const items = [{ path: "labels", fieldRef: { fieldPath: "metadata.labels" } }];
    await cluster.createPod("web", [{ name: "self", downwardAPI: { items } }]);
    const node = startNode();
    await cluster.pass(2);
    expect(node.read("web", "self", "labels")).toBe("");
    await cluster.change(PODS, "web", { metadata: { labels: { tier: "front" } } });
    await cluster.pass(2);
    expect(node.read("web", "self", "labels")).toBe('tier="front"');
  });

  it("is not made up where the node cannot be asked what it gives", async () => {
    const items = [{ path: "cpu", resourceFieldRef: { containerName: "main", resource: "limits.cpu" } }];
    await cluster.createPod("web", [{ name: "self", downwardAPI: { items } }]);
    const node = startNode();
    await cluster.settle();
    expect(node.agent.pods()[0]).toMatchObject({
      isReady: false,
      errors: [expect.stringContaining(`nodes "${NODE}" not found`)],
    });
  });

  it("is what the node gives where the pod has no limit", async () => {
    await cluster.client.create(NODES, { metadata: { name: NODE }, status: { allocatable: { cpu: "3500m" } } });
    await cluster.client.patch(
      NODES,
      { name: NODE, subresource: "status" },
      { type: "merge", body: { status: { allocatable: { cpu: "3500m" } } } },
    );
    const items = [{ path: "cpu", resourceFieldRef: { containerName: "main", resource: "limits.cpu" } }];
    await cluster.createPod("web", [{ name: "self", downwardAPI: { items } }]);
    const node = startNode();
    await cluster.settle();
    expect(node.read("web", "self", "cpu")).toBe("4");
  });
});

describe("A cached object", () => {
  it.each([
    ["15", 2, 5],
    ["300", 0, 2],
  ])("is asked for again as often as the node's annotation says: %s seconds", async (ttl, least, most) => {
    const annotations = { "node.alpha.kubernetes.io/ttl": ttl };
    await cluster.client.create(NODES, { metadata: { name: NODE, annotations } });
    const maps = { group: "", version: "v1", plural: "configmaps", isNamespaced: true };
    await cluster.create(maps, "settings", { data: { color: "red" } });
    await cluster.createPod("web", [{ name: "config", configMap: { name: "settings" } }]);
    const node = startNode({ strategy: "cache", syncPeriodMs: 10_000 });
    await cluster.pass(2);
    const count = () => node.transport.asked.filter((line) => line.endsWith("/configmaps/settings")).length;
    const before = count();
    await cluster.pass(60);
    expect(count() - before).toBeGreaterThanOrEqual(least);
    expect(count() - before).toBeLessThanOrEqual(most);
  });
});
