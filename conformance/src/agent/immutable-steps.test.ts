import type { ImmutableStep } from "@kiln/agent";
import { beforeEach, describe, expect, it } from "vitest";
import {
  CONFIG_MAPS,
  PODS,
  SECRETS,
  startTestCluster,
  startTestNode,
  type TestCluster,
  type TestNode,
} from "./testing/start-node.ts";

let cluster: TestCluster;
beforeEach(async () => {
  cluster = await startTestCluster();
});

function startNode(step: ImmutableStep, options: Parameters<typeof startTestNode>[1] = {}, disk?: never): TestNode {
  return startTestNode(cluster, { immutableStep: step, ...options }, disk);
}

const fromMap = { name: "config", configMap: { name: "settings" } };
const fromSecret = { name: "keys", secret: { secretName: "keys" } };
const watchesNow = async () => [await cluster.openWatches("configmaps"), await cluster.openWatches("secrets")];

async function createBoth(immutable: boolean): Promise<void> {
  await cluster.create(CONFIG_MAPS, "settings", { data: { color: "red" }, immutable });
  await cluster.create(SECRETS, "keys", { stringData: { key: "k1" }, immutable });
}

describe("A node whose pod uses immutable objects", () => {
  it.each(["i", "ii", "iii"] as const)("holds no watch on them in step %s", async (step) => {
    await createBoth(true);
    await cluster.createPod("web", [fromMap, fromSecret]);
    const node = startNode(step);
    await cluster.settle();
    expect([node.read("web", "config", "color"), node.read("web", "keys", "key")]).toEqual(["red", "k1"]);
    expect(await watchesNow()).toEqual([0, 0]);
    expect(node.agent.state()).toMatchObject({
      sources: { Immutable: 2, Synced: 0 },
      openWatches: { configmaps: 0, secrets: 0 },
    });
  });

  it.each([
    ["off", 2],
    ["i", 2],
    ["ii", 0],
    ["iii", 0],
  ] as const)("opens watches on them in step %s: %d", async (step, count) => {
    await createBoth(true);
    await cluster.createPod("web", [fromMap, fromSecret]);
    const node = startNode(step);
    await cluster.settle();
    const opened = ["configmaps", "secrets"].map((resource) =>
      node.agent.metrics.read("kiln_agent_requests_total", ["watch", resource, "200"]),
    );
    expect(opened[0]! + opened[1]!).toBe(count);
  });

  it.each(["watch", "cache", "get"] as const)("asks for them once and never again by strategy %s", async (strategy) => {
    await createBoth(true);
    await cluster.createPod("web", [fromMap, fromSecret]);
    const node = startNode("iii", { strategy });
    await cluster.settle();
    const before = node.transport.asked.filter((line) => /configmaps|secrets/.test(line)).length;
    expect(before).toBe(2);
    await cluster.pass(600);
    expect(node.transport.asked.filter((line) => /configmaps|secrets/.test(line))).toHaveLength(before);
  });

  it("goes on watching in step off, as an agent that does not know the field, and is right", async () => {
    await createBoth(true);
    await cluster.createPod("web", [fromMap, fromSecret]);
    const node = startNode("off");
    await cluster.settle();
    expect(await watchesNow()).toEqual([1, 1]);
    expect(node.read("web", "config", "color")).toBe("red");
    const refusal = await cluster.change(CONFIG_MAPS, "settings", { data: { color: "blue" } }).catch((error) => error);
    expect(refusal.status).toMatchObject({ code: 422, reason: "Invalid" });
    await cluster.remove(CONFIG_MAPS, "settings");
    await cluster.create(CONFIG_MAPS, "settings", { data: { color: "blue" }, immutable: true });
    await cluster.pass(2);
    expect(node.read("web", "config", "color")).toBe("blue");
  });
});

describe("A node whose pod uses mutable objects", () => {
  it.each(["off", "i", "ii", "iii"] as const)("keeps its files up to date by watches in step %s", async (step) => {
    await createBoth(false);
    await cluster.createPod("web", [fromMap, fromSecret]);
    const node = startNode(step);
    await cluster.settle();
    expect(await watchesNow()).toEqual([1, 1]);
    await cluster.change(CONFIG_MAPS, "settings", { data: { color: "blue" } });
    await cluster.change(SECRETS, "keys", { stringData: { key: "k2" } });
    await cluster.pass(1);
    expect([node.read("web", "config", "color"), node.read("web", "keys", "key")]).toEqual(["blue", "k2"]);
  });

  it.each(["i", "ii", "iii"] as const)(
    "applies the last data and stops when marked later, in step %s",
    async (step) => {
      await createBoth(false);
      await cluster.createPod("web", [fromMap, fromSecret]);
      const node = startNode(step);
      await cluster.settle();
      await cluster.change(CONFIG_MAPS, "settings", { data: { color: "green" }, immutable: true });
      await cluster.pass(1);
      expect(node.read("web", "config", "color")).toBe("green");
      expect(await watchesNow()).toEqual([0, 1]);
      const refusal = await cluster.change(CONFIG_MAPS, "settings", { immutable: false }).catch((error) => error);
      expect(refusal.status.code).toBe(422);
    },
  );

  it.each(["cache", "get"] as const)("stops polling when marked later, by strategy %s", async (strategy) => {
    await createBoth(false);
    await cluster.createPod("web", [fromMap]);
    const node = startNode("iii", { strategy });
    await cluster.settle();
    await cluster.change(CONFIG_MAPS, "settings", { data: { color: "green" }, immutable: true });
    await cluster.pass(180);
    expect(node.read("web", "config", "color")).toBe("green");
    const before = node.transport.asked.filter((line) => line.includes("configmaps")).length;
    expect(before).toBeGreaterThan(1);
    await cluster.pass(600);
    expect(node.transport.asked.filter((line) => line.includes("configmaps"))).toHaveLength(before);
  });
});

/** Deletes an immutable object and creates it again with other content while a Pod uses it. */
async function recreate(step: ImmutableStep, options: Parameters<typeof startTestNode>[1] = {}) {
  await cluster.create(CONFIG_MAPS, "settings", { data: { color: "red" }, immutable: true });
  await cluster.createPod("old", [fromMap]);
  const node = startNode(step, options);
  await cluster.settle();
  await cluster.remove(CONFIG_MAPS, "settings");
  await cluster.create(CONFIG_MAPS, "settings", { data: { color: "blue" }, immutable: true });
  await cluster.createPod("new", [fromMap]);
  await cluster.pass(3);
  return node;
}

describe("An immutable object that is deleted and made again under its name", () => {
  it.each(["i", "ii"] as const)(
    "is served to new pods as it was in step %s, which is Kubernetes' defect",
    async (step) => {
      const node = await recreate(step);
      expect([node.read("old", "config", "color"), node.read("new", "config", "color")]).toEqual(["red", "red"]);
    },
  );

  it.each(["watch", "cache", "get"] as const)(
    "is new for new pods and as it was for old ones in step iii, by strategy %s",
    async (strategy) => {
      const node = await recreate("iii", { strategy });
      expect([node.read("old", "config", "color"), node.read("new", "config", "color")]).toEqual(["red", "blue"]);
      await cluster.pass(300);
      expect([node.read("old", "config", "color"), node.read("new", "config", "color")]).toEqual(["red", "blue"]);
      expect(await cluster.openWatches("configmaps")).toBe(0);
      expect(await cluster.eventsOf("ImmutableObjectReplaced")).toEqual([
        expect.stringMatching(/^The immutable ConfigMap "settings" with the uid \S+ was deleted or replaced/),
      ]);
    },
  );

  it("costs a new pod one request, and nothing where it is the same", async () => {
    await cluster.create(CONFIG_MAPS, "settings", { data: { color: "red" }, immutable: true });
    await cluster.createPod("old", [fromMap]);
    const node = startNode("iii");
    await cluster.settle();
    await cluster.change(CONFIG_MAPS, "settings", { metadata: { labels: { tier: "front" } } });
    await cluster.createPod("new", [fromMap, { ...fromMap, name: "again" }]);
    await cluster.pass(3);
    expect(node.transport.asked.filter((line) => line.includes("configmaps"))).toHaveLength(2);
    expect(node.read("new", "again", "color")).toBe("red");
    expect(await cluster.eventsOf("ImmutableObjectReplaced")).toEqual([]);
  });

  it("goes on serving old pods when it is only deleted, while new ones wait for it to come back", async () => {
    await cluster.create(CONFIG_MAPS, "settings", { data: { color: "red" }, immutable: true });
    await cluster.createPod("old", [fromMap]);
    const node = startNode("iii");
    await cluster.settle();
    await cluster.remove(CONFIG_MAPS, "settings");
    await cluster.createPod("new", [fromMap]);
    await cluster.pass(3);
    expect([node.read("old", "config", "color"), node.read("new", "config", "color")]).toEqual(["red", undefined]);
    expect(node.agent.state().waitingPods).toBe(1);
    expect(await cluster.eventsOf("FailedMount")).toContain(
      'MountVolume.SetUp failed for volume "config" : configmap "settings" not found',
    );
    await cluster.create(CONFIG_MAPS, "settings", { data: { color: "blue" }, immutable: true });
    await cluster.pass(2);
    expect([node.read("old", "config", "color"), node.read("new", "config", "color")]).toEqual(["red", "blue"]);
    expect(await cluster.openWatches("configmaps")).toBe(0);
  });

  it("may come back mutable: only new pods follow it then", async () => {
    const node = await recreate("iii");
    await cluster.remove(CONFIG_MAPS, "settings");
    await cluster.create(CONFIG_MAPS, "settings", { data: { color: "green" } });
    await cluster.createPod("third", [fromMap]);
    await cluster.pass(3);
    await cluster.change(CONFIG_MAPS, "settings", { data: { color: "yellow" } });
    await cluster.pass(2);
    const colors = ["old", "new", "third"].map((pod) => node.read(pod, "config", "color"));
    expect(colors).toEqual(["red", "blue", "yellow"]);
  });

  it("is forgotten with its last pod, so that the next one reads it anew in every step", async () => {
    const node = await recreate("i");
    await cluster.remove(PODS, "old");
    await cluster.remove(PODS, "new");
    await cluster.settle();
    await cluster.createPod("later", [fromMap]);
    await cluster.pass(2);
    expect(node.read("later", "config", "color")).toBe("blue");
  });
});
