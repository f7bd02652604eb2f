import { type Clock, encodeJson } from "@kiln/api";
import type { Transport } from "@kiln/client";
import { beforeEach, describe, expect, it } from "vitest";
import { transportOf } from "../client/transport-of.ts";
import { CONFIG_MAPS, startTestCluster, startTestNode, type TestCluster, type TestNode } from "./testing/start-node.ts";

let cluster: TestCluster;
beforeEach(async () => {
  cluster = await startTestCluster();
});

function startNode(options: Parameters<typeof startTestNode>[1] = {}): TestNode {
  return startTestNode(cluster, options);
}

const fromMap = { name: "config", configMap: { name: "settings" } };
const createMap = (immutable = false) => cluster.create(CONFIG_MAPS, "settings", { data: { color: "red" }, immutable });
const paint = (color: string) => cluster.change(CONFIG_MAPS, "settings", { data: { color } });

describe("While the API server is away", () => {
  it.each(["watch", "cache", "get"] as const)("files stay, and then follow again, by strategy %s", async (strategy) => {
    await createMap();
    await cluster.createPod("web", [fromMap]);
    const node = startNode({ strategy });
    await cluster.settle();
    node.transport.cut();
    await cluster.pass(600);
    expect(node.read("web", "config", "color")).toBe("red");
    expect(node.agent.state().waitingPods).toBe(0);
    await paint("blue");
    node.transport.mend();
    await cluster.pass(180);
    expect(node.read("web", "config", "color")).toBe("blue");
  });

  it("an agent that starts waits for it", async () => {
    await createMap(true);
    await cluster.createPod("web", [fromMap]);
    const node = startNode();
    node.transport.cut();
    await cluster.pass(60);
    expect(node.agent.state()).toMatchObject({ hasSynced: false, pods: 0 });
    node.transport.mend();
    await cluster.pass(60);
    expect(node.agent.state()).toMatchObject({ hasSynced: true, pods: 1, waitingPods: 0 });
    expect(node.read("web", "config", "color")).toBe("red");
  });

  it("nothing is asked for immutable objects when it comes back", async () => {
    await createMap(true);
    await cluster.createPod("web", [fromMap]);
    const node = startNode();
    await cluster.settle();
    const before = node.transport.asked.length;
    node.transport.cut();
    await cluster.pass(10);
    node.transport.mend();
    await cluster.pass(120);
    const since = node.transport.asked.slice(before);
    expect(since.length).toBeGreaterThan(0);
    expect(since.filter((line) => line.includes("configmaps"))).toEqual([]);
  });
});

describe("A server that has forgotten where a watch was", () => {
  it("is asked for everything again, and what changed meanwhile is noticed", async () => {
    await createMap();
    await cluster.createPod("web", [fromMap]);
    const node = startNode();
    await cluster.settle();
    node.transport.cut();
    await cluster.settle();
    await paint("blue");
    await cluster.createPod("late", [fromMap]);
    await cluster.server.store.compact(cluster.server.store.revision);
    node.transport.mend();
    await cluster.pass(60);
    expect([node.read("web", "config", "color"), node.read("late", "config", "color")]).toEqual(["blue", "blue"]);
  });
});

/** Transport that rejects the first requests, as a node authorizer does that has not seen the Pod yet. */
function refusing(transport: Transport, times: number): Transport & { readonly refused: number } {
  let refused = 0;
  const status = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Forbidden", code: 403 };
  return {
    get refused() {
      return refused;
    },
    async send(request) {
      if (refused >= times || !request.target.includes("/configmaps")) {
        return transport.send(request);
      }
      refused++;
      const body = encodeJson({ ...status, message: "no relationship found between node and this object" });
      return {
        status: 403,
        headers: {},
        body: (async function* () {
          yield body;
        })(),
      };
    },
    close: () => transport.close(),
  };
}

describe("A refusal", () => {
  it.each([
    ["watch", "i"],
    ["watch", "iii"],
    ["cache", "iii"],
    ["get", "iii"],
  ] as const)("is tried again, later each time, by strategy %s in step %s", async (strategy, immutableStep) => {
    await createMap(true);
    await cluster.createPod("web", [fromMap]);
    const transport = refusing(transportOf(cluster.server), 4);
    const node = startNode({ transport, strategy, immutableStep });
    await cluster.settle();
    expect(node.agent.state().waitingPods).toBe(1);
    expect(node.agent.pods()[0]?.errors[0]).toContain("no relationship found between node and this object");
    await cluster.pass(2);
    expect(transport.refused).toBeLessThan(4);
    await cluster.pass(60);
    expect(node.read("web", "config", "color")).toBe("red");
    expect(await cluster.openWatches("configmaps")).toBe(0);
  });
});

describe("A clock that jumps", () => {
  it.each([-86_400_000, 86_400_000])("by %d milliseconds ends no watch and delays nothing", async (jumpMs) => {
    await createMap();
    await cluster.createPod("web", [fromMap]);
    let shiftMs = 0;
    const { clock } = cluster.server;
    const jumping: Clock = {
      now: () => new Date(clock.now().getTime() + shiftMs),
      monotonicMs: () => clock.monotonicMs(),
      setTimer: (delayMs, callback) => clock.setTimer(delayMs, callback),
    };
    const node = startNode({ clock: jumping });
    await cluster.pass(5);
    shiftMs = jumpMs;
    await paint("blue");
    await cluster.pass(1);
    expect(node.read("web", "config", "color")).toBe("blue");
    expect(await cluster.openWatches("configmaps")).toBe(1);
    const watched = ["watch", "configmaps", "200"];
    expect(node.agent.metrics.read("kiln_agent_requests_total", watched)).toBe(1);
  });
});

describe("Many pods at once", () => {
  it("send no more requests than the limit allows, and are served all the same", async () => {
    const count = 20;
    for (let index = 0; index < count; index++) {
      await cluster.create(CONFIG_MAPS, `map-${index}`, { data: { n: String(index) }, immutable: true });
      await cluster.createPod(`pod-${index}`, [{ name: "config", configMap: { name: `map-${index}` } }]);
    }
    const node = startNode({ requestsPerSecond: 2, burst: 4 });
    await cluster.pass(2);
    const early = node.transport.asked.filter((line) => line.includes("configmaps")).length;
    expect(early).toBeGreaterThan(0);
    expect(early).toBeLessThanOrEqual(8);
    await cluster.pass(30);
    expect(node.agent.state()).toMatchObject({ waitingPods: 0, sources: { Immutable: count } });
  });

  it("that use one object share one watch of it", async () => {
    await createMap();
    for (let index = 0; index < 10; index++) {
      await cluster.createPod(`pod-${index}`, [fromMap]);
    }
    const node = startNode();
    await cluster.pass(2);
    expect(await cluster.openWatches("configmaps")).toBe(1);
    await paint("blue");
    await cluster.pass(1);
    const colors = Array.from({ length: 10 }, (_, index) => node.read(`pod-${index}`, "config", "color"));
    expect(new Set(colors)).toEqual(new Set(["blue"]));
  });
});
