import { decodeUtf8, encodeUtf8, type JsonObject, parseJson } from "@kiln/api";
import { startTestServer, type TestAnswer, type TestServer } from "@kiln/apiserver/testing";
import { createJsonStore } from "@kiln/kinds";
import type { Store } from "@kiln/store";
import { openEtcdStore } from "@kiln/store/etcd";
import { type EtcdCluster, findEtcd, startEtcd } from "@kiln/store/testing/start-etcd";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

const program = findEtcd();
const widgets = "/apis/example.com/v1/namespaces/default/widgets";
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const services = "/api/v1/namespaces/default/services";
const keyOfW1 = "/registry/example.com/widgets/default/w1";

function definition(properties: JsonObject): JsonObject {
  const spec = { type: "object", properties };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "widgets.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  };
}

/** Polls: replicas receive each other's writes with a delay. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await isTrue())) {
    if (Date.now() > deadline) {
      throw new Error("it did not become true in ten seconds");
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const w1 = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "w1" }, spec: { size: 1 } };

describe.skipIf(program === undefined)("two servers on one etcd", () => {
  let etcd: EtcdCluster;
  let plain: Store;
  let stores: Store[];
  let one: TestServer;
  let two: TestServer;
  let prefixes = 0;

  beforeAll(async () => {
    etcd = await startEtcd(program as string);
  });
  afterAll(() => etcd.close());

  beforeEach(async () => {
    const prefix = `/replicas-${prefixes++}`;
    const open = () => openEtcdStore({ endpoints: etcd.endpoints, prefix });
    plain = await open();
    stores = [createJsonStore(await open()), createJsonStore(await open())];
    one = await startTestServer({ store: stores[0] as Store, sharesStore: true });
    two = await startTestServer({ store: stores[1] as Store, sharesStore: true });
    await one.send("POST", definitions, { body: definition({ size: { type: "integer", default: 3 } }) });
    await Promise.all(
      [one, two].map((server) => until(async () => (await server.send("GET", widgets)).status === 200)),
    );
  });

  afterEach(async () => {
    one.server.close();
    two.server.close();
    await Promise.all([plain, ...stores].map((store) => store.close()));
  });

  const stored = async () => {
    const value = (await plain.get(keyOfW1))?.value ?? new Uint8Array();
    return parseJson(decodeUtf8(value)).value as JsonObject;
  };

  it("keep plain JSON under the keys that users of Kubernetes know", async () => {
    const created = await one.send("POST", widgets, { body: w1 });
    const { resourceVersion: _, ...metadata } = (created.json?.metadata ?? {}) as JsonObject;
    expect(await stored()).toEqual({ ...created.json, metadata });
  });

  it("see each other's definitions, objects and namespaces on their way out", async () => {
    const created = await one.send("POST", widgets, { body: w1 });
    expect((await two.send("GET", `${widgets}/w1`)).json).toEqual(created.json);
    await one.send("POST", "/api/v1/namespaces", { body: { metadata: { name: "n", finalizers: ["a.example/b"] } } });
    await one.send("DELETE", "/api/v1/namespaces/n");
    const path = `${widgets.replace("default", "n")}?dryRun=All`;
    await until(async () => (await two.send("POST", path, { body: w1 })).status === 403);
  });

  it("let a CRD go as soon as its last object is gone, every time", async () => {
    const isGone = async () => (await one.send("GET", "/apis")).text.includes('"example.com"') === false;
    for (let round = 0; round < 25; round++) {
      await one.send("POST", widgets, { body: w1 });
      await one.send("DELETE", `${widgets}/w1`);
      expect((await one.send("DELETE", `${definitions}/widgets.example.com`)).status).toBe(200);
      await until(isGone);
      expect((await one.send("POST", definitions, { body: definition({}) })).status).toBe(201);
      await until(async () => (await one.send("GET", widgets)).status === 200);
    }
  });

  it("hide objects that were put into etcd behind them", async () => {
    await one.send("POST", widgets, { body: w1 });
    const entry = await plain.get(keyOfW1);
    const junk = { ...(await stored()), junk: true, spec: { more: { junk: 1 } } };
    await plain.replace(keyOfW1, encodeUtf8(JSON.stringify(junk)), { revision: entry?.revision ?? 0 });
    for (const server of [one, two]) {
      const [object, list] = [await server.send("GET", `${widgets}/w1`), await server.send("GET", widgets)];
      expect([object.json?.spec, object.text.includes("junk"), list.text.includes("junk")]).toEqual([
        { size: 3 },
        false,
        false,
      ]);
    }
    const patched = await two.send("PATCH", `${widgets}/w1`, {
      body: { metadata: { labels: { a: "b" } } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    expect([patched.status, JSON.stringify(await stored()).includes("junk")]).toEqual([200, false]);
  });

  it("read what a replica stored before it saw a changed definition through the new schema", async () => {
    await one.send("POST", widgets, { body: w1 });
    const { json } = await two.send("GET", `${definitions}/widgets.example.com`);
    const changed = definition({ color: { type: "string", default: "red" } });
    const body = { ...changed, metadata: (json as JsonObject).metadata as JsonObject };
    expect((await two.send("PUT", `${definitions}/widgets.example.com`, { body })).status).toBe(200);
    for (const server of [two, one]) {
      await until(async () => (await server.send("GET", `${widgets}/w1`)).text.includes("red"));
      expect((await server.send("GET", `${widgets}/w1`)).json?.spec).toEqual({ color: "red" });
    }
  });

  it("never give two Services the same address or port, however many ask both at once", async () => {
    const claim = (server: TestServer, name: string, spec: JsonObject) =>
      server.send("POST", services, { body: { metadata: { name }, spec: { type: "NodePort", ...spec } } });
    const onBoth = (name: string, spec: JsonObject) =>
      [one, two].map((server, i) => claim(server, `${name}-${i}`, spec));
    const numbers = Array.from({ length: 30 }, (_, n) => n);
    const [anyOnes, theseOnes] = await Promise.all([
      Promise.all(numbers.flatMap((n) => onBoth(`any-${n}`, { ports: [{ port: 80 }] }))),
      Promise.all(
        numbers.flatMap((n) =>
          onBoth(`this-${n}`, { clusterIP: `10.0.0.${n + 16}`, ports: [{ port: 80, nodePort: 30_100 + n }] }),
        ),
      ),
    ]);
    const isRefused = ({ status, text }: TestAnswer) => status === 422 && text.includes("already allocated");
    const given = [...anyOnes, ...theseOnes].filter(({ status }) => status === 201);
    const specs = given.map(({ json }) => json?.spec as { clusterIP: string; ports: { nodePort: number }[] });
    expect(anyOnes.map(({ status }) => status)).toEqual(anyOnes.map(() => 201));
    expect(theseOnes.filter((answer) => answer.status !== 201 && !isRefused(answer))).toEqual([]);
    expect(new Set(specs.map(({ clusterIP }) => clusterIP)).size).toBe(specs.length);
    expect(new Set(specs.map(({ ports }) => ports[0]?.nodePort)).size).toBe(specs.length);
    expect([specs.length > anyOnes.length, theseOnes.some(isRefused)]).toEqual([true, true]);
  });
});
