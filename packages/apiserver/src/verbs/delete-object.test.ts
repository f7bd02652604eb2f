import type { JsonObject } from "@kiln/api";
import type { Entry } from "@kiln/store";
import { MemoryStore } from "@kiln/store/memory";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const KEY = "/registry/core/configmaps/default/c";

/** A store that returns outdated entries, as the mirror of a replica on etcd may do. */
class LateStore extends MemoryStore {
  stale: Entry | undefined;

  override peek(key: string): Entry | undefined {
    return key === KEY && this.stale !== undefined ? this.stale : super.peek(key);
  }
}

async function start() {
  const store = new LateStore();
  const server = await startTestServer({ store });
  await server.send("POST", CONFIG_MAPS, { body: { metadata: { name: "c" } } });
  const put = (metadata: JsonObject) =>
    server.send("PUT", `${CONFIG_MAPS}/c`, { body: { metadata: { name: "c", ...metadata } } });
  return { store, put, send: server.send };
}

describe("deleteObject()", () => {
  it("looks again if another server was faster, and sees what that one did", async () => {
    const { store, put, send } = await start();
    const stale = store.peek(KEY);
    await put({ finalizers: ["example.com/a"] });
    store.stale = stale;
    const { json } = await send("DELETE", `${CONFIG_MAPS}/c`);
    expect(json).toHaveProperty("metadata.deletionTimestamp");
    expect(json).toHaveProperty("metadata.finalizers", ["example.com/a"]);
  });

  it("holds preconditions against what is there now", async () => {
    const { store, put, send } = await start();
    const stale = store.peek(KEY);
    await put({ labels: { a: "b" } });
    store.stale = stale;
    const preconditions = { resourceVersion: String(stale?.revision) };
    expect((await send("DELETE", `${CONFIG_MAPS}/c`, { body: { preconditions } })).status).toBe(409);
  });

  it("finds nothing to do where another server deleted the object", async () => {
    const { store, send } = await start();
    const stale = store.peek(KEY);
    await send("DELETE", `${CONFIG_MAPS}/c`);
    store.stale = stale;
    expect((await send("DELETE", `${CONFIG_MAPS}/c`)).status).toBe(404);
    expect((await send("DELETE", `${CONFIG_MAPS}`)).status).toBe(200);
  });
});
