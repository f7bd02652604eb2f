import type { JsonObject } from "@kiln/api";
import { startTestServer, type TestServer } from "@kiln/apiserver/testing";
import { createClient, type InformerOptions, type ResourceType, startInformer } from "@kiln/client";
import { afterEach, describe, expect, it } from "vitest";
import { transportOf } from "./transport-of.ts";

const CONFIG_MAPS: ResourceType = { group: "", version: "v1", plural: "configmaps", isNamespaced: true };

const running: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const each of running.splice(0).reverse()) {
    await each.stop();
  }
});

async function start(options: Partial<InformerOptions> = {}) {
  const server = await startTestServer();
  const transport = transportOf(server);
  const client = createClient({ transport, userAgent: "test/1" });
  running.push({ stop: () => server.close() });
  const seen: string[] = [];
  const errors: unknown[] = [];
  const follow = () => {
    const informer = startInformer({
      client,
      clock: server.clock,
      fraction: () => 0.5,
      type: CONFIG_MAPS,
      namespace: "default",
      onChange: ({ type, object }) => seen.push(`${type} ${object.metadata.name} ${JSON.stringify(object.data)}`),
      onError: (error) => errors.push(error),
      ...options,
    });
    running.push(informer);
    return informer;
  };
  return { server, transport, client, seen, errors, follow };
}

async function put(client: ReturnType<typeof createClient>, name: string, data: JsonObject): Promise<void> {
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "default" }, data };
  await client.patch(CONFIG_MAPS, object.metadata, { type: "apply", body: object }, { fieldManager: "test" });
}

/** Waits until all work that needs no clock is done. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function advance(server: TestServer, ms: number): Promise<void> {
  server.clock.advance(ms);
  await settle();
}

describe("An informer", () => {
  it("brings the state, then every change in order", async () => {
    const { client, seen, follow } = await start();
    await put(client, "a", { x: "1" });
    const informer = follow();
    await informer.synced;
    await put(client, "a", { x: "2" });
    await put(client, "b", { y: "1" });
    await client.delete(CONFIG_MAPS, { namespace: "default", name: "a" });
    await settle();
    expect(seen).toEqual(['added a {"x":"1"}', 'modified a {"x":"2"}', 'added b {"y":"1"}', 'deleted a {"x":"2"}']);
    expect([...informer.list()].map(({ metadata }) => metadata.name)).toEqual(["b"]);
    expect(informer.get("default/b")?.kind).toBe("ConfigMap");
  });

  it("goes on where it was cut off, without reading everything again", async () => {
    const { server, transport, client, seen, errors, follow } = await start();
    await put(client, "a", { x: "1" });
    await follow().synced;
    transport.cut();
    await settle();
    expect(errors).toHaveLength(1);
    transport.mend();
    await put(client, "a", { x: "2" });
    await advance(server, 2000);
    expect(seen).toEqual(['added a {"x":"1"}', 'modified a {"x":"2"}']);
  });

  it("waits longer each time that the server is away", async () => {
    const { server, transport, follow } = await start();
    await follow().synced;
    transport.cut();
    await settle();
    const before = transport.asked.length;
    for (let second = 0; second < 120; second++) {
      await advance(server, 1000);
    }
    const tries = transport.asked.length - before;
    expect(tries).toBeGreaterThan(4);
    expect(tries).toBeLessThan(12);
  });

  it("tells what was deleted, and what was made anew under an old name, while the server had forgotten", async () => {
    const { server, transport, client, seen, errors, follow } = await start();
    await put(client, "gone", { x: "1" });
    await put(client, "anew", { x: "1" });
    await follow().synced;
    transport.cut();
    await settle();
    transport.mend();
    for (const name of ["gone", "anew"]) {
      await client.delete(CONFIG_MAPS, { namespace: "default", name });
    }
    await put(client, "anew", { x: "2" });
    await server.store.compact(server.store.revision);
    await advance(server, 2000);
    await advance(server, 4000);
    expect(seen.slice(2)).toEqual(['deleted anew {"x":"1"}', 'deleted gone {"x":"1"}', 'added anew {"x":"2"}']);
    // The lost connection; the expired resourceVersion is not reported.
    expect(errors.map(String)).toEqual([expect.not.stringContaining("too old resource version")]);
  });

  it("can do with metadata alone", async () => {
    const { client, follow } = await start({ isMetadataOnly: true });
    await put(client, "a", { x: "1" });
    const informer = follow();
    await informer.synced;
    const object = informer.get("default/a");
    expect([object?.kind, object?.metadata.name, object?.data]).toEqual(["PartialObjectMetadata", "a", undefined]);
  });
});
