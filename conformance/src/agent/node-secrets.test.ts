import { generateKeyPairSync } from "node:crypto";
import { createTokenKeys } from "@kiln/access/node";
import type { ResourceType } from "@kiln/client";
import { beforeEach, describe, expect, it } from "vitest";
import {
  CONFIG_MAPS,
  SECRETS,
  startTestCluster,
  startTestNode,
  type TestCluster,
  type TestNode,
} from "./testing/start-node.ts";

const ACCOUNTS: ResourceType = { group: "", version: "v1", plural: "serviceaccounts", isNamespaced: true };

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

const fromMap = { name: "config", configMap: { name: "settings" } };
const createMap = (immutable = false) => cluster.create(CONFIG_MAPS, "settings", { data: { color: "red" }, immutable });

describe("A token that cannot be renewed", () => {
  it("is an error of the pod, of the node and in an event, until it is renewed", async () => {
    const sources = [{ serviceAccountToken: { path: "token", expirationSeconds: 600 } }];
    await cluster.create(ACCOUNTS, "robot", {});
    await cluster.createPod("web", [{ name: "token", projected: { sources } }], { serviceAccountName: "robot" });
    const node = startNode();
    await cluster.settle();
    expect(node.agent.state().staleTokens).toEqual([]);
    const first = node.read("web", "token", "token");
    await cluster.remove(ACCOUNTS, "robot");
    await cluster.pass(550);
    expect(node.agent.state().staleTokens).toEqual([expect.stringMatching(/^default\/web: The service account token/)]);
    expect(node.agent.pods()).toMatchObject([{ isReady: true, tokenErrors: [expect.stringContaining("not found")] }]);
    expect(await cluster.eventsOf("FailedTokenRenewal")).toEqual([
      expect.stringContaining('The service account token in volume "token" cannot be renewed: '),
    ]);
    expect(node.read("web", "token", "token")).toBe(first);
    await cluster.create(ACCOUNTS, "robot", {});
    await cluster.pass(90);
    expect(node.agent.state().staleTokens).toEqual([]);
    expect(node.read("web", "token", "token")).not.toBe(first);
  });

  it("of a new pod is not the node's", async () => {
    const sources = [{ serviceAccountToken: { path: "token" } }];
    await cluster.create(ACCOUNTS, "late", {});
    await cluster.createPod("web", [{ name: "token", projected: { sources } }], { serviceAccountName: "late" });
    await cluster.remove(ACCOUNTS, "late");
    const node = startNode();
    await cluster.settle();
    expect(node.agent.state()).toMatchObject({ waitingPods: 1, staleTokens: [] });
  });
});

describe("A node whose root is on a disk", () => {
  it("has pods with Secrets and tokens wait, and serves the others", async () => {
    await createMap();
    await cluster.create(SECRETS, "keys", { stringData: { key: "k" } });
    await cluster.createPod("open", [fromMap]);
    await cluster.createPod("secret", [{ name: "keys", secret: { secretName: "keys" } }]);
    const projected = { sources: [{ configMap: { name: "settings" } }, { secret: { name: "keys" } }] };
    await cluster.createPod("mixed", [{ name: "all", projected }]);
    const node = startNode({ secretsRefusal: "Secrets are not written to a disk" });
    await cluster.settle();
    expect(node.read("open", "config", "color")).toBe("red");
    expect(new Map(node.agent.pods().map(({ name, isReady }) => [name, isReady]))).toEqual(
      new Map([
        ["open", true],
        ["secret", false],
        ["mixed", false],
      ]),
    );
    expect((await cluster.eventsOf("FailedMount")).toSorted()).toEqual(
      ["all", "keys"].map(
        (volume) => `MountVolume.SetUp failed for volume "${volume}" : Secrets are not written to a disk`,
      ),
    );
  });
});
