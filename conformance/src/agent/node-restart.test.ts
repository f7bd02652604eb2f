import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTokenKeys } from "@kiln/access/node";
import { openPodFolders } from "@kiln/agent";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
  CONFIG_MAPS,
  createMemoryDisk,
  type MemoryDisk,
  PODS,
  startTestCluster,
  startTestNode,
  type TestCluster,
  type TestNode,
} from "./testing/start-node.ts";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const signingKey = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

let cluster: TestCluster;
beforeEach(async () => {
  cluster = await startTestCluster({
    serviceAccountTokens: { keys: createTokenKeys(signingKey), issuers: ["https://kubernetes.default.svc"] },
  });
});

function startNode(options: Parameters<typeof startTestNode>[1] = {}, disk?: MemoryDisk): TestNode {
  return startTestNode(cluster, options, disk);
}

const fromMap = { name: "config", configMap: { name: "settings" } };
const createMap = (immutable = false) => cluster.create(CONFIG_MAPS, "settings", { data: { color: "red" }, immutable });

describe("A node whose agent starts again", () => {
  it("rewrites nothing that is equal, and removes what belongs to pods that are gone", async () => {
    await createMap();
    await cluster.createPod("web", [fromMap]);
    const gone = await cluster.createPod("gone", [fromMap]);
    const disk = createMemoryDisk();
    const first = startNode({}, disk);
    await cluster.settle();
    await first.agent.close();
    await cluster.remove(PODS, "gone");
    const second = startNode({}, disk);
    await cluster.settle();
    expect(second.agent.metrics.read("kiln_agent_volume_syncs_total", ["unchanged"])).toBe(1);
    expect(second.agent.metrics.read("kiln_agent_volume_syncs_total", ["written"])).toBe(0);
    expect(second.removed).toEqual([`pods/${gone.metadata.uid}`]);
  });

  it.each(["replaced", "deleted"])("leaves the files of an immutable object that was %s meanwhile", async (what) => {
    await createMap(true);
    await cluster.createPod("web", [fromMap]);
    const disk = createMemoryDisk();
    const first = startNode({}, disk);
    await cluster.settle();
    await first.agent.close();
    await cluster.remove(CONFIG_MAPS, "settings");
    if (what === "replaced") {
      await cluster.create(CONFIG_MAPS, "settings", { data: { color: "blue" }, immutable: true });
    }
    const second = startNode({}, disk);
    await cluster.createPod("new", [fromMap]);
    await cluster.pass(90);
    expect(second.read("web", "config", "color")).toBe("red");
    expect(second.read("new", "config", "color")).toBe(what === "replaced" ? "blue" : undefined);
    expect(second.agent.pods().find(({ name }) => name === "web")?.isReady).toBe(true);
    expect(await cluster.eventsOf("ImmutableObjectReplaced")).toHaveLength(1);
  });

  it.each(["replaced", "deleted"])(
    "keeps only the files of an immutable source that was %s, and sends one event over all restarts",
    async (what) => {
      await cluster.create(CONFIG_MAPS, "mutable", { data: { m: "1" } });
      await cluster.create(CONFIG_MAPS, "pinned", { data: { p: "old", gone: "old" }, immutable: true });
      const sources = [
        { configMap: { name: "mutable" } },
        { configMap: { name: "pinned" } },
        { serviceAccountToken: { path: "token", expirationSeconds: 600 } },
        { downwardAPI: { items: [{ path: "labels", fieldRef: { fieldPath: "metadata.labels" } }] } },
      ];
      await cluster.createPod("web", [{ name: "all", projected: { sources } }]);
      const disk = createMemoryDisk();
      let node = startNode({}, disk);
      await cluster.settle();
      expect(node.read("web", "all", "p")).toBe("old");
      await cluster.remove(CONFIG_MAPS, "pinned");
      if (what === "replaced") {
        await cluster.create(CONFIG_MAPS, "pinned", { data: { p: "new", more: "new" }, immutable: true });
      }
      for (const round of [1, 2]) {
        await node.agent.close();
        node = startNode({}, disk);
        await cluster.settle();
        const token = node.read("web", "all", "token");
        await cluster.change(CONFIG_MAPS, "mutable", { data: { m: `${round + 1}` } });
        await cluster.change(PODS, "web", { metadata: { labels: { round: `${round}` } } });
        await cluster.pass(600);
        expect(["m", "p", "gone", "more", "labels"].map((file) => node.read("web", "all", file))).toEqual([
          ...[`${round + 1}`, "old", "old", undefined],
          `round="${round}"`,
        ]);
        expect(node.read("web", "all", "token")).not.toBe(token);
        expect(node.agent.pods()).toMatchObject([{ isReady: true, errors: [] }]);
      }
      expect(await cluster.eventsOf("ImmutableObjectReplaced")).toEqual([
        expect.stringMatching(/^The immutable ConfigMap "pinned" with the uid \S+ was deleted or replaced/),
      ]);
    },
  );

  it("sends no second event for an object whose replacement it saw while it ran", async () => {
    await createMap(true);
    await cluster.createPod("web", [fromMap]);
    const disk = createMemoryDisk();
    const first = startNode({}, disk);
    await cluster.settle();
    await cluster.remove(CONFIG_MAPS, "settings");
    await createMap(true);
    await cluster.createPod("new", [fromMap]);
    await cluster.settle();
    expect(await cluster.eventsOf("ImmutableObjectReplaced")).toHaveLength(1);
    await first.agent.close();
    startNode({}, disk);
    await cluster.pass(5);
    expect(await cluster.eventsOf("ImmutableObjectReplaced")).toHaveLength(1);
  });

  it("repairs the links of a volume whose immutable object was replaced", async () => {
    await createMap(true);
    const { metadata } = await cluster.createPod("web", [fromMap]);
    const rootDir = mkdtempSync(join(tmpdir(), "kiln-node-restart-"));
    onTestFinished(() => rmSync(rootDir, { recursive: true }));
    const folders = await openPodFolders({ rootDir, clock: cluster.server.clock, fraction: () => 0.5 });
    const link = join(rootDir, "pods", metadata.uid ?? "", "volumes", "kubernetes.io~configmap", "config", "color");
    const first = startNode(folders);
    await expect.poll(() => existsSync(link)).toBe(true);
    await first.agent.close();
    await cluster.remove(CONFIG_MAPS, "settings");
    rmSync(link);
    startNode(folders);
    await expect.poll(() => existsSync(link)).toBe(true);
    expect(readFileSync(link, "utf8")).toBe("red");
  });

  it("says which file of a replaced object is gone from the disk, and leaves the rest", async () => {
    await createMap(true);
    await cluster.createPod("web", [fromMap]);
    const disk = createMemoryDisk();
    const first = startNode({}, disk);
    await cluster.settle();
    await first.agent.close();
    await cluster.remove(CONFIG_MAPS, "settings");
    first.damage("web", "config");
    const second = startNode({}, disk);
    await cluster.settle();
    expect(second.agent.pods()[0]?.errors).toEqual([
      expect.stringContaining('file "color" of the replaced immutable object ConfigMap/default/settings is gone'),
    ]);
  });
});
