import { beforeEach, describe, expect, it } from "vitest";
import {
  CONFIG_MAPS,
  type MemoryDisk,
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

function startNode(options: Parameters<typeof startTestNode>[1] = {}, disk?: MemoryDisk): TestNode {
  return startTestNode(cluster, options, disk);
}

const fromMap = { name: "config", configMap: { name: "settings" } };
const createMap = (immutable = false) => cluster.create(CONFIG_MAPS, "settings", { data: { color: "red" }, immutable });
const paint = (color: string) => cluster.change(CONFIG_MAPS, "settings", { data: { color } });

describe("A change of an object", () => {
  it("reaches the files at once, but a pod is synced no more often than its interval allows", async () => {
    await createMap();
    await cluster.createPod("web", [fromMap]);
    const node = startNode({ pushIntervalMs: 10_000 });
    await cluster.pass(12);
    await paint("blue");
    await cluster.settle();
    expect(node.read("web", "config", "color")).toBe("blue");
    const before = node.publications("web", "config");
    for (const color of ["a", "b", "c", "d"]) {
      await paint(color);
      await cluster.pass(1);
    }
    expect([node.read("web", "config", "color"), node.publications("web", "config")]).toEqual(["blue", before]);
    await cluster.pass(6);
    expect([node.read("web", "config", "color"), node.publications("web", "config")]).toEqual(["d", before + 1]);
  });

  it("waits for the sync period where pushing is off", async () => {
    await createMap();
    await cluster.createPod("web", [fromMap]);
    const node = startNode({ isPushing: false });
    await cluster.pass(5);
    await paint("blue");
    await cluster.pass(60);
    expect(node.read("web", "config", "color")).toBe("red");
    // The sync period plus a quarter of it: half of the maximum jitter.
    await cluster.pass(15);
    expect(node.read("web", "config", "color")).toBe("blue");
  });

  it("is counted with the time that it took", async () => {
    await createMap();
    await cluster.createPod("web", [fromMap]);
    const node = startNode({ isPushing: false });
    await cluster.settle();
    await paint("blue");
    await cluster.pass(80);
    const lines = node.agent.metrics.print().split("\n");
    expect(lines).toContain("kiln_agent_propagation_seconds_count 2");
    expect(lines).toContain("kiln_agent_propagation_seconds_sum 75");
  });

  it("does not reach the files of a pod that uses it in its environment only", async () => {
    await createMap();
    const containers = [{ name: "main", image: "app", envFrom: [{ configMapRef: { name: "settings" } }] }];
    await cluster.createPod("web", [], { containers });
    const node = startNode();
    await cluster.settle();
    expect(node.agent.state()).toMatchObject({ pods: 1, waitingPods: 0, sources: { Synced: 1 } });
  });
});

describe("A watch that is not read", () => {
  it("ends after five sync periods, and comes back with the next pod", async () => {
    await createMap();
    const containers = [{ name: "main", image: "app", envFrom: [{ configMapRef: { name: "settings" } }] }];
    await cluster.createPod("web", [], { containers });
    const node = startNode();
    await cluster.pass(299);
    expect(await cluster.openWatches("configmaps")).toBe(1);
    await cluster.pass(62);
    expect(await cluster.openWatches("configmaps")).toBe(0);
    expect(node.agent.state().sources).toMatchObject({ Idle: 1, Synced: 0 });
    await paint("blue");
    await cluster.createPod("reader", [fromMap]);
    await cluster.pass(2);
    expect(node.read("reader", "config", "color")).toBe("blue");
    expect(node.agent.state().sources).toMatchObject({ Idle: 0, Synced: 1 });
  });

  it("goes on for as long as a volume is read", async () => {
    await createMap();
    await cluster.createPod("web", [fromMap]);
    startNode();
    await cluster.pass(900);
    expect(await cluster.openWatches("configmaps")).toBe(1);
  });
});

describe("A pod that has ended", () => {
  it.each(["Succeeded", "Failed"])("lets go of its objects and files when it has %s", async (phase) => {
    await createMap();
    const pod = await cluster.createPod("job", [fromMap]);
    const node = startNode();
    await cluster.settle();
    expect(await cluster.openWatches("configmaps")).toBe(1);
    await cluster.client.patch(
      PODS,
      { namespace: "default", name: "job", subresource: "status" },
      { type: "merge", body: { status: { phase } } },
    );
    await cluster.settle();
    expect(await cluster.openWatches("configmaps")).toBe(0);
    expect(node.agent.state()).toMatchObject({ pods: 0, sources: { Synced: 0 } });
    expect(node.removed).toEqual([`pods/${pod.metadata.uid}`]);
  });

  it("lets go when it is deleted, and another of its name starts afresh", async () => {
    await createMap();
    await cluster.createPod("web", [fromMap]);
    const node = startNode();
    await cluster.settle();
    await cluster.remove(PODS, "web");
    await paint("blue");
    await cluster.createPod("web", [fromMap]);
    await cluster.settle();
    expect(node.removed).toHaveLength(1);
    expect(node.read("web", "config", "color")).toBe("blue");
  });
});

describe("The files of an immutable object", () => {
  it("are neither written nor compared again, until the time to verify them comes", async () => {
    await createMap(true);
    await cluster.createPod("web", [fromMap]);
    const node = startNode({ verifyIntervalMs: 600_000 });
    await cluster.settle();
    expect(node.publications("web", "config")).toBe(1);
    node.damage("web", "config");
    await cluster.pass(580);
    expect([node.publications("web", "config"), node.read("web", "config", "color")]).toEqual([1, undefined]);
    expect(node.agent.metrics.read("kiln_agent_volume_syncs_total", ["skipped"])).toBeGreaterThan(5);
    await cluster.pass(100);
    expect([node.publications("web", "config"), node.read("web", "config", "color")]).toEqual([2, "red"]);
  });

  it("are compared with each sync where only some sources of a volume are immutable", async () => {
    await createMap(true);
    await cluster.create(SECRETS, "keys", { stringData: { key: "k1" } });
    const sources = [{ configMap: { name: "settings" } }, { secret: { name: "keys" } }];
    await cluster.createPod("web", [{ name: "all", projected: { sources } }]);
    const node = startNode();
    await cluster.settle();
    await cluster.change(SECRETS, "keys", { stringData: { key: "k2" } });
    await cluster.pass(1);
    expect([node.read("web", "all", "color"), node.read("web", "all", "key")]).toEqual(["red", "k2"]);
    expect([await cluster.openWatches("configmaps"), await cluster.openWatches("secrets")]).toEqual([0, 1]);
  });
});

describe("What is missing", () => {
  it("is waited for, told as an event, and served as soon as it comes, even where pushing is off", async () => {
    await cluster.createPod("web", [fromMap]);
    const node = startNode({ isPushing: false });
    await cluster.settle();
    expect(node.agent.state().waitingPods).toBe(1);
    expect(node.agent.pods()[0]).toMatchObject({ isReady: false, errors: [expect.stringContaining("not found")] });
    expect(await cluster.eventsOf("FailedMount")).toEqual([
      'MountVolume.SetUp failed for volume "config" : configmap "settings" not found',
    ]);
    await createMap();
    await cluster.pass(1);
    expect(node.read("web", "config", "color")).toBe("red");
    expect(node.agent.pods()[0]).toMatchObject({ isReady: true, errors: [] });
  });

  it("makes an empty volume where it is optional, which fills when it comes", async () => {
    await cluster.createPod("web", [{ name: "config", configMap: { name: "settings", optional: true } }]);
    const node = startNode();
    await cluster.settle();
    expect([node.agent.state().waitingPods, node.publications("web", "config")]).toEqual([0, 1]);
    await createMap();
    await cluster.pass(1);
    expect(node.read("web", "config", "color")).toBe("red");
  });

  it("leaves the files of a running pod alone when it is deleted", async () => {
    await createMap();
    await cluster.createPod("web", [fromMap]);
    const node = startNode();
    await cluster.settle();
    await cluster.remove(CONFIG_MAPS, "settings");
    await cluster.pass(120);
    expect(node.read("web", "config", "color")).toBe("red");
    expect(node.agent.state().waitingPods).toBe(0);
  });

  it("covers environment variables, too", async () => {
    const containers = [{ name: "main", image: "app", envFrom: [{ secretRef: { name: "none" } }] }];
    await cluster.createPod("web", [], { containers });
    startNode();
    await cluster.settle();
    expect(await cluster.eventsOf("Failed")).toEqual(['Error: secret "none" not found']);
  });
});
