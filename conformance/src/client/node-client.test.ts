import { StatusError } from "@kiln/api";
import { type Client, createClient, type ResourceType } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";

const CONFIG_MAPS: ResourceType = { group: "", version: "v1", plural: "configmaps", isNamespaced: true };
const place = (name: string) => ({ namespace: "default", name });

let server: ServeProcess;
let client: Client;
beforeAll(async () => {
  server = await startServeProcess(["--store", "memory"]);
  client = createClient({
    transport: openTransport(loadAccess({ file: server.kubeconfig })),
    userAgent: "client-test/1.0",
  });
}, 60_000);
afterAll(async () => {
  client?.close();
  await server?.close();
});

describe("The client over sockets", () => {
  it("creates, reads, changes and deletes", async () => {
    const created = await client.create(CONFIG_MAPS, { metadata: place("a"), data: { x: "1" } });
    expect(created.metadata.managedFields?.[0]?.manager).toBe("client-test");
    const patched = await client.patch(CONFIG_MAPS, place("a"), { type: "merge", body: { data: { y: "2" } } });
    expect(patched.data).toEqual({ x: "1", y: "2" });
    const updated = await client.update(CONFIG_MAPS, { ...patched, data: {} });
    expect(updated.data).toBeUndefined();
    expect((await client.delete(CONFIG_MAPS, place("a"))).status).toBe("Success");
    const refusal = await client.get(CONFIG_MAPS, place("a")).catch((error) => error);
    expect(refusal).toBeInstanceOf(StatusError);
    expect(refusal.status).toMatchObject({ code: 404, reason: "NotFound" });
  });

  it("lists page by page and names the kind of each item", async () => {
    const names = ["p1", "p2", "p3"];
    for (const name of names) {
      await client.create(CONFIG_MAPS, { metadata: { ...place(name), labels: { paged: "yes" } } });
    }
    const found: string[] = [];
    for await (const { kind, metadata } of client.listAll(CONFIG_MAPS, { labelSelector: "paged=yes", limit: 2 })) {
      found.push(`${kind} ${metadata.name}`);
    }
    expect(found).toEqual(names.map((name) => `ConfigMap ${name}`));
  });

  it("keeps more watches open than one connection carries, and ends them", async () => {
    const ended = new AbortController();
    const firstOf = async () => {
      for await (const { type } of client.watch(CONFIG_MAPS, { namespace: "default", signal: ended.signal })) {
        return type;
      }
      return undefined;
    };
    const watches = Array.from({ length: 600 }, firstOf);
    expect(new Set(await Promise.all(watches))).toEqual(new Set(["ADDED"]));
    ended.abort();
  });

  it("says that a server is not there", async () => {
    const access = { ...loadAccess({ file: server.kubeconfig }), url: "https://127.0.0.1:1" };
    const unreachable = createClient({ transport: openTransport(access), userAgent: "test/1" });
    await expect(unreachable.list(CONFIG_MAPS)).rejects.toThrow(/^https:\/\/127\.0\.0\.1:1: connect ECONNREFUSED/);
  });
});
