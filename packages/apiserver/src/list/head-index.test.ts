import type { JsonObject } from "@kiln/api";
import { createTree, treeEntries } from "@kiln/store";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";
import { createHeadIndexes } from "./head-index.ts";

const PODS = "/api/v1/namespaces/default/pods";
const NODES = 50;

afterEach(() => void vi.restoreAllMocks());

const podOf = (name: string, nodeName: string) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, labels: { node: nodeName } },
  spec: { nodeName, containers: [{ name: "c", image: "i" }] },
});

async function createPods({ send }: TestServer, [from, to]: readonly [number, number]): Promise<void> {
  for (let i = from; i < to; i++) {
    const { status } = await send("POST", PODS, { body: podOf(`p-${1000 + i}`, `n-${i % NODES}`) });
    expect(status).toBe(201);
  }
}

const names = (list: JsonObject | undefined) =>
  ((list?.items ?? []) as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);

describe("a list of the Pods of a node", () => {
  it.each([
    ["by field", "fieldSelector=spec.nodeName%3Dn-7"],
    ["by label", "labelSelector=node%3Dn-7"],
  ])("reads those Pods and no others, however many there are: %s", async (_name, selector) => {
    const server = await startTestServer();
    const { store } = server;
    await createPods(server, [0, 100]);
    await server.send("GET", `${PODS}?${selector}`);
    await createPods(server, [100, 300]);
    const range = vi.spyOn(store, "range");
    const getAll = vi.spyOn(store, "getAll");
    const found = await server.send("GET", `${PODS}?${selector}`);
    expect(names(found.json)).toEqual(["p-1007", "p-1057", "p-1107", "p-1157", "p-1207", "p-1257"]);
    expect(range).not.toHaveBeenCalled();
    expect(getAll.mock.calls.flatMap(([keys]) => keys)).toHaveLength(6);
    await server.close();
  });

  it("follows Pods that come, move and go", async () => {
    const server = await startTestServer();
    const list = async (node: string) => names((await server.send("GET", `${PODS}?labelSelector=node%3D${node}`)).json);
    await createPods(server, [0, 3]);
    expect(await list("n-1")).toEqual(["p-1001"]);
    const labels = { metadata: { labels: { node: "n-1" } } };
    await server.send("PATCH", `${PODS}/p-1002`, {
      body: labels,
      headers: { "content-type": "application/merge-patch+json" },
    });
    expect([await list("n-1"), await list("n-2")]).toEqual([["p-1001", "p-1002"], []]);
    await server.send("DELETE", `${PODS}/p-1001?gracePeriodSeconds=0`);
    expect(await list("n-1")).toEqual(["p-1002"]);
    await server.close();
  });
});

describe("a watch of the Pods of a node", () => {
  it("starts with those Pods and reads no others", async () => {
    const server = await startTestServer();
    const { store } = server;
    await createPods(server, [0, 120]);
    const range = vi.spyOn(store, "range");
    const target = `${PODS}?watch=true&resourceVersion=0&fieldSelector=spec.nodeName%3Dn-7`;
    await server.send("GET", `${PODS}?fieldSelector=spec.nodeName%3Dn-7`);
    range.mockClear();
    const controller = new AbortController();
    const { body } = await server.open("GET", target, { signal: controller.signal });
    const chunks = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    let text = "";
    while (text.split("\n").length < 4) {
      text += Buffer.from((await chunks.next()).value as Uint8Array).toString();
    }
    const events = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { object: { metadata: JsonObject } });
    expect(events.map(({ object }) => object.metadata.name)).toEqual(["p-1007", "p-1057", "p-1107"]);
    expect(range).not.toHaveBeenCalled();
    controller.abort();
    await chunks.return?.();
    await server.close();
  });
});

describe("indexes of a kind", () => {
  const label = (name: string) => ({ of: "labels", name, value: "v" }) as const;

  const headOf = (a: string) => ({ uid: "u", labels: { a } });

  it("contain changes that were made while they were filled", async () => {
    const indexes = createHeadIndexes();
    const index = indexes.open(label("a"), createTree());
    indexes.apply({ key: "k1", before: undefined, after: headOf("v") });
    await index?.filled;
    indexes.apply({ key: "k2", before: undefined, after: headOf("v") });
    indexes.apply({ key: "k1", before: headOf("v"), after: headOf("w") });
    expect([...treeEntries(index!.keys("v"))].map(([key]) => key)).toEqual(["k2"]);
    expect([...treeEntries(index!.keys("w"))].map(([key]) => key)).toEqual(["k1"]);
  });

  it("of labels are at most eight, and one replaces another only when that was not used for long", () => {
    const indexes = createHeadIndexes();
    const open = (name: string) => indexes.open(label(name), createTree());
    const first = Array.from({ length: 8 }, (_, i) => open(`l${i}`));
    expect(open("one more")).toBeUndefined();
    expect(indexes.open({ of: "fields", name: "spec.nodeName", value: "n" }, createTree())).toBeDefined();
    for (let i = 0; i < 300; i++) {
      open("l7");
    }
    expect(open("one more")).toBeDefined();
    expect([open("l7") === first[7], indexes.size()]).toEqual([true, 9]);
  });
});
