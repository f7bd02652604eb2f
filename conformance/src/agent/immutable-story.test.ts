import type { JsonObject } from "@kiln/api";
import { beforeEach, describe, expect, it } from "vitest";
import {
  CONFIG_MAPS,
  SECRETS,
  startTestCluster,
  startTestNode,
  type TestCluster,
  type TestNode,
} from "./testing/start-node.ts";

/** Both kinds, from a mutable object to an immutable one and its deletion, with nodes that follow it. */
const KINDS = [
  {
    kind: "ConfigMap",
    type: CONFIG_MAPS,
    volume: { configMap: { name: "it" } },
    content: (text: string): JsonObject => ({ data: { file: text } }),
    others: [{ binaryData: { more: "AAEC" } }, { data: { file: null } }],
  },
  {
    kind: "Secret",
    type: SECRETS,
    volume: { secret: { secretName: "it" } },
    content: (text: string): JsonObject => ({ data: { file: Buffer.from(text).toString("base64") } }),
    others: [{ stringData: { file: "x" } }, { data: { file: null } }],
  },
] as const;

let cluster: TestCluster;
beforeEach(async () => {
  cluster = await startTestCluster();
});

describe.each(KINDS)("$kind", ({ kind, type, volume, content, others }) => {
  const refusalOf = async (body: JsonObject): Promise<string[]> => {
    const { status } = await cluster.change(type, "it", body).catch((error) => error);
    const causes = (status?.details?.causes ?? []) as { field: string }[];
    return [String(status?.code), ...causes.map(({ field }) => field)];
  };

  async function startNodes(): Promise<{ knowing: TestNode; ignorant: TestNode }> {
    await cluster.create(type, "it", content("one"));
    await cluster.createPod("reader", [{ name: "v", ...volume }]);
    const knowing = startTestNode(cluster, { immutableStep: "iii" });
    const ignorant = startTestNode(cluster, { immutableStep: "off" });
    await cluster.pass(2);
    return { knowing, ignorant };
  }

  it("is followed, then marked, then keeps its content and its mark, while metadata changes and it can be deleted", async () => {
    const { knowing, ignorant } = await startNodes();
    const texts = () => [knowing, ignorant].map((node) => node.read("reader", "v", "file"));
    expect(texts()).toEqual(["one", "one"]);
    await cluster.change(type, "it", content("two"));
    await cluster.pass(2);
    expect(texts()).toEqual(["two", "two"]);
    expect(await cluster.openWatches(type.plural)).toBe(2);

    await cluster.change(type, "it", { ...content("three"), immutable: true });
    await cluster.pass(2);
    expect(texts()).toEqual(["three", "three"]);
    // The node that uses the field `immutable` has ended its watch; the other one still has correct files.
    expect(await cluster.openWatches(type.plural)).toBe(1);

    expect(await refusalOf(content("four"))).toEqual(["422", "data"]);
    expect(await refusalOf({ immutable: false })).toEqual(["422", "immutable"]);
    expect(await refusalOf({ immutable: null, ...content("four") })).toEqual(["422", "immutable", "data"]);
    for (const body of others) {
      expect((await refusalOf(body))[0]).toBe("422");
    }
    const metadata = { labels: { a: "b" }, annotations: { c: "d" }, finalizers: ["example.com/hold"] };
    const changed = await cluster.change(type, "it", { metadata });
    expect(changed.metadata).toMatchObject(metadata);
    await cluster.change(type, "it", content("three"));
    await cluster.remove(type, "it");
    await cluster.change(type, "it", { metadata: { finalizers: [] } });
    await expect(cluster.change(type, "it", {})).rejects.toMatchObject({ status: { code: 404 } });
    await cluster.pass(120);
    expect(texts()).toEqual(["three", "three"]);
  });

  it(`is read by pods that come later, whether their node knows the mark of a ${kind} or not`, async () => {
    const { knowing, ignorant } = await startNodes();
    await cluster.change(type, "it", { immutable: true });
    await cluster.createPod("later", [{ name: "v", ...volume }]);
    await cluster.pass(3);
    expect([knowing, ignorant].map((node) => node.read("later", "v", "file"))).toEqual(["one", "one"]);
  });

  it("is not touched by an agent that begins to heed the mark, or ceases to", async () => {
    await cluster.create(type, "it", { ...content("one"), immutable: true });
    await cluster.createPod("reader", [{ name: "v", ...volume }]);
    const disk = { volumes: new Map(), records: new Map() };
    const written: number[] = [];
    for (const immutableStep of ["off", "iii", "off", "i"] as const) {
      const node = startTestNode(cluster, { immutableStep }, disk);
      await cluster.pass(2);
      written.push(node.agent.metrics.read("kiln_agent_volume_syncs_total", ["written"]));
      expect(node.read("reader", "v", "file")).toBe("one");
      await node.agent.close();
    }
    expect(written).toEqual([1, 0, 0, 0]);
  });
});
