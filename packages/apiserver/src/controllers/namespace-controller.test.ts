import type { JsonObject } from "@kiln/api";
import { createJsonStore } from "@kiln/kinds";
import type { Range, RangeOptions } from "@kiln/store";
import { MemoryStore } from "@kiln/store/memory";
import { describe, expect, it } from "vitest";
import { defineWidgets, widget } from "../testing/define-widgets.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const NAMESPACES = "/api/v1/namespaces";
const CONFIG_MAPS = `${NAMESPACES}/bakery/configmaps`;
const WIDGETS = "/apis/example.com/v1/namespaces/bakery/widgets";
const MERGE = { "content-type": "application/merge-patch+json" };
const GRACE_MS = 500;
const RETRY_MS = 30_000;

/** A store that for a while fails to read the ConfigMaps of one namespace. */
class FailingStore extends MemoryStore {
  isFailing = false;

  override range(options: RangeOptions): Promise<Range> {
    return this.isFailing && options.prefix === "/registry/core/configmaps/bakery/"
      ? Promise.reject(new Error("the disk is tired"))
      : super.range(options);
  }
}

async function start(options: { readonly store?: MemoryStore } = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  await defineWidgets(server, {});
  await server.send("POST", NAMESPACES, { body: { metadata: { name: "bakery" } } });
  return server;
}

/** Repeats a GET until it returns this status code; work after a response takes some turns, never time. */
async function settled({ send }: TestServer, path: string, code: number): Promise<number> {
  let status = 0;
  for (let turn = 0; turn < 200 && status !== code; turn++) {
    status = (await send("GET", path)).status;
  }
  return status;
}

async function conditionsOf({ send }: TestServer): Promise<string[]> {
  const { json } = await send("GET", `${NAMESPACES}/bakery`);
  const { conditions = [] } = (json?.status ?? {}) as JsonObject;
  return (conditions as JsonObject[]).map(({ type, status, message }) => `${type}=${status}: ${message}`);
}

function release(server: TestServer, path: string) {
  return server.send("PATCH", path, { body: { metadata: { finalizers: null } }, headers: MERGE });
}

describe("the namespace controller", () => {
  it("removes stored objects that cannot be read, whatever became of them", async () => {
    const raw = new MemoryStore();
    const server = await startTestServer({ store: createJsonStore(raw) });
    await server.send("POST", NAMESPACES, { body: { metadata: { name: "bakery" } } });
    await server.send("POST", CONFIG_MAPS, { body: { metadata: { name: "c" } } });
    await raw.create("/registry/core/configmaps/bakery/broken", Buffer.from("{"));
    await raw.create("/registry/core/secrets/bakery/broken", Buffer.from("garbage"));
    await server.send("DELETE", `${NAMESPACES}/bakery`);
    await server.clock.advance(GRACE_MS);
    expect(await settled(server, `${NAMESPACES}/bakery`, 404)).toBe(404);
    for (const plural of ["configmaps", "secrets"]) {
      expect(await raw.count({ prefix: `/registry/core/${plural}/bakery/` })).toBe(0);
    }
  });

  it("gives other servers time to hear of the deletion, then deletes everything and the namespace itself", async () => {
    const server = await start();
    await server.send("POST", CONFIG_MAPS, { body: { metadata: { name: "c" } } });
    await server.send("POST", WIDGETS, { body: widget("w") });
    const marked = await server.send("DELETE", `${NAMESPACES}/bakery`);
    expect(marked.json).toMatchObject({ spec: { finalizers: ["kubernetes"] }, status: { phase: "Terminating" } });
    expect(await settled(server, `${CONFIG_MAPS}/c`, 404)).toBe(200);

    server.clock.advance(GRACE_MS);
    expect(await settled(server, `${NAMESPACES}/bakery`, 404)).toBe(404);
    expect((await server.send("GET", `${CONFIG_MAPS}/c`)).status).toBe(404);
    expect((await server.send("GET", `${WIDGETS}/w`)).status).toBe(404);
    expect((await server.send("POST", NAMESPACES, { body: { metadata: { name: "bakery" } } })).status).toBe(201);
  });

  it("says what keeps the namespace, and goes on when that is gone", async () => {
    const server = await start();
    await server.send("POST", CONFIG_MAPS, { body: { metadata: { name: "c", finalizers: ["example.com/a"] } } });
    const metadata = { name: "w", finalizers: ["example.com/a", "orphan"] };
    await server.send("POST", WIDGETS, { body: widget("w", { metadata }) });
    await server.send("DELETE", `${NAMESPACES}/bakery`);
    server.clock.advance(GRACE_MS);
    expect(await settled(server, `${NAMESPACES}/bakery`, 404)).toBe(200);
    expect(await conditionsOf(server)).toEqual([
      "NamespaceDeletionDiscoveryFailure=False: All resources successfully discovered",
      "NamespaceDeletionGroupVersionParsingFailure=False: All legacy kube types successfully parsed",
      "NamespaceDeletionContentFailure=False: All content successfully deleted, may be waiting on finalization",
      "NamespaceContentRemaining=True: Some resources are remaining: configmaps. has 1 resource instances, " +
        "widgets.example.com has 1 resource instances",
      "NamespaceFinalizersRemaining=True: Some content in the namespace has finalizers remaining: " +
        "example.com/a in 2 resource instances",
    ]);

    await release(server, `${WIDGETS}/w`);
    expect(await settled(server, `${NAMESPACES}/bakery`, 404)).toBe(200);
    expect((await conditionsOf(server))[3]).toBe(
      "NamespaceContentRemaining=True: Some resources are remaining: configmaps. has 1 resource instances",
    );
    await release(server, `${CONFIG_MAPS}/c`);
    expect(await settled(server, `${NAMESPACES}/bakery`, 404)).toBe(404);
  });

  it("keeps the namespace while other finalizers hold it", async () => {
    const server = await start();
    const finalizers = ["kubernetes", "example.com/mine"];
    const body = { metadata: { name: "bakery" }, spec: { finalizers } };
    expect((await server.send("PUT", `${NAMESPACES}/bakery/finalize`, { body })).status).toBe(200);
    await server.send("DELETE", `${NAMESPACES}/bakery`);
    server.clock.advance(GRACE_MS);
    expect(await settled(server, `${NAMESPACES}/bakery`, 404)).toBe(200);
    expect((await server.send("GET", `${NAMESPACES}/bakery`)).json?.spec).toEqual({ finalizers: ["example.com/mine"] });
    await server.send("PUT", `${NAMESPACES}/bakery/finalize`, { body: { metadata: { name: "bakery" } } });
    expect(await settled(server, `${NAMESPACES}/bakery`, 404)).toBe(404);
  });

  it("says what went wrong, and tries again", async () => {
    const store = new FailingStore();
    const server = await start({ store });
    await server.send("POST", WIDGETS, { body: widget("w") });
    await server.send("DELETE", `${NAMESPACES}/bakery`);
    store.isFailing = true;
    server.clock.advance(GRACE_MS);
    expect(await settled(server, `${NAMESPACES}/bakery`, 404)).toBe(200);
    expect((await conditionsOf(server))[2]).toBe(
      "NamespaceDeletionContentFailure=True: Failed to delete all resource types, 1 remaining: the disk is tired",
    );
    expect((await server.send("GET", `${WIDGETS}/w`)).status).toBe(404);
    store.isFailing = false;
    server.clock.advance(RETRY_MS);
    expect(await settled(server, `${NAMESPACES}/bakery`, 404)).toBe(404);
  });

  it("waits for the kubelet of a Pod before anything else goes, and deletes Pods on missing nodes at once", async () => {
    const server = await start();
    const pods = `${NAMESPACES}/bakery/pods`;
    const containers = [{ name: "c", image: "i:1" }];
    await server.send("POST", "/api/v1/nodes", { body: { metadata: { name: "n" } } });
    for (const [name, nodeName] of Object.entries({ running: "n", lost: "ghost" })) {
      await server.send("POST", pods, { body: { metadata: { name }, spec: { nodeName, containers } } });
    }
    await server.send("POST", CONFIG_MAPS, { body: { metadata: { name: "c" } } });
    await server.send("DELETE", `${NAMESPACES}/bakery`);
    server.clock.advance(GRACE_MS);
    expect(await settled(server, `${pods}/lost`, 404)).toBe(404);
    const { json } = await server.send("GET", `${pods}/running`);
    expect(json).toMatchObject({ metadata: { deletionGracePeriodSeconds: 30 } });
    const revision = server.store.revision;
    server.clock.advance(RETRY_MS);
    expect(await settled(server, `${CONFIG_MAPS}/c`, 404)).toBe(200);
    expect(server.store.revision).toBe(revision);

    await server.send("DELETE", `${pods}/running?gracePeriodSeconds=0`);
    expect(await settled(server, `${NAMESPACES}/bakery`, 404)).toBe(404);
  });

  it("goes on with what an earlier run of the server left", async () => {
    const store = new MemoryStore();
    const first = await start({ store });
    await first.send("POST", CONFIG_MAPS, { body: { metadata: { name: "c" } } });
    await first.send("DELETE", `${NAMESPACES}/bakery`);
    first.server.close();
    expect(first.clock.pendingTimers()).toBe(0);

    const second = await startTestServer({ store });
    expect(await settled(second, `${NAMESPACES}/bakery`, 404)).toBe(404);
    expect((await second.send("GET", `${CONFIG_MAPS}/c`)).status).toBe(404);
  });

  it("leaves other namespaces alone, also those whose names begin the same", async () => {
    const server = await start();
    await server.send("POST", NAMESPACES, { body: { metadata: { name: "bakery-2" } } });
    const other = `${NAMESPACES}/bakery-2/configmaps`;
    await server.send("POST", other, { body: { metadata: { name: "c" } } });
    await server.send("DELETE", `${NAMESPACES}/bakery`);
    server.clock.advance(GRACE_MS);
    expect(await settled(server, `${NAMESPACES}/bakery`, 404)).toBe(404);
    expect((await server.send("GET", `${other}/c`)).status).toBe(200);
  });
});
