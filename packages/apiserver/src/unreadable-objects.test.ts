import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeUtf8, type JsonObject } from "@kiln/api";
import { createJsonStore, isReadableValue } from "@kiln/kinds";
import type { Store } from "@kiln/store";
import { openLmdbStore } from "@kiln/store/lmdb";
import { MemoryStore } from "@kiln/store/memory";
import { damageFile } from "@kiln/store/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { projections } from "./projections.ts";
import { startTestServer } from "./testing/start-test-server.ts";

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

describe("an object whose stored value is damaged", () => {
  let directory: string;
  let store: Store;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "kiln-unreadable-"));
  });
  afterEach(async () => {
    await store.close();
    rmSync(directory, { recursive: true });
  });

  async function damage(needle: string): Promise<void> {
    await store.close();
    expect(damageFile(join(directory, "data.mdb"), needle)).toBeGreaterThan(0);
    store = await openLmdbStore({ directory, isReadable: isReadableValue });
  }

  it("is listed around, named by a read, and deleted", async () => {
    store = await openLmdbStore({ directory });
    const before = await startTestServer({ store });
    for (const name of ["a", "b", "c"]) {
      await before.send("POST", CONFIG_MAPS, { body: configMap(name) });
    }
    before.server.close();
    await damage("text of b");
    const { send, server } = await startTestServer({ store });
    expect(namesIn((await send("GET", CONFIG_MAPS)).json)).toEqual(["a", "c"]);
    const key = "/registry/core/configmaps/default/b";
    const unread = { code: 500, reason: "InternalError", message: expect.stringContaining(`The value of ${key} at`) };
    expect((await send("GET", `${CONFIG_MAPS}/b`)).json).toMatchObject(unread);
    expect((await send("PUT", `${CONFIG_MAPS}/b`, { body: configMap("b") })).json).toMatchObject(unread);
    expect((await send("POST", CONFIG_MAPS, { body: configMap("b") })).json).toMatchObject({ reason: "AlreadyExists" });
    const uid = { kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid: "1" } };
    expect((await send("DELETE", `${CONFIG_MAPS}/b`, { body: uid })).json).toMatchObject(unread);
    const deleted = await send("DELETE", `${CONFIG_MAPS}/b`);
    expect(deleted).toMatchObject({ status: 200, json: { status: "Success" } });
    expect(String(deleted.headers.warning)).toContain("the stored object could not be read");
    expect((await send("POST", CONFIG_MAPS, { body: configMap("b") })).status).toBe(201);
    expect(namesIn((await send("GET", CONFIG_MAPS)).json)).toEqual(["a", "b", "c"]);
    server.close();
  });

  it("is made anew at the start if the server itself makes it", async () => {
    store = await openLmdbStore({ directory });
    (await startTestServer({ store, hasBootstrapPolicy: true })).server.close();
    await damage('"name":"system:discovery","uid"');
    await damage('"name":"kube-system","uid"');
    const { send, server } = await startTestServer({ store, hasBootstrapPolicy: true });
    const role = "/apis/rbac.authorization.k8s.io/v1/clusterroles/system:discovery";
    expect(await send("GET", role)).toMatchObject({ status: 200 });
    expect(await send("GET", "/api/v1/namespaces/kube-system")).toMatchObject({ status: 200 });
    server.close();
  });
});

describe("a value in etcd that is no object", () => {
  const garbage = ["", "{", "\0\u0001\u0002", "[]", '"text"', "k8s\0\n", '{"a":1', "\ud800"];

  it("is listed around page by page, named by a read, and deleted", async () => {
    const raw = new MemoryStore();
    const store = createJsonStore(raw);
    for (const [i, value] of garbage.entries()) {
      await raw.create(`/registry/core/configmaps/default/bad-${i}`, encodeUtf8(value));
    }
    const { send } = await startTestServer({ store });
    for (const name of ["a", "c", "z"]) {
      await send("POST", CONFIG_MAPS, { body: configMap(name) });
    }
    expect(namesIn((await send("GET", CONFIG_MAPS)).json)).toEqual(["a", "c", "z"]);
    expect(await namesByPage(send, 2)).toEqual(["a", "c", "z"]);
    expect(await namesByPage(send, 1)).toEqual(["a", "c", "z"]);
    const selected = await send("GET", `${CONFIG_MAPS}?labelSelector=!nothing`);
    expect(namesIn(selected.json)).toEqual(["a", "c", "z"]);
    for (const [i] of garbage.entries()) {
      const read = await send("GET", `${CONFIG_MAPS}/bad-${i}`);
      expect(read.json).toMatchObject({ code: 500, message: expect.stringContaining(`default/bad-${i} at revision`) });
      expect(await send("DELETE", `${CONFIG_MAPS}/bad-${i}`)).toMatchObject({ status: 200 });
    }
    expect(await raw.count({ prefix: "/registry/core/configmaps/default/" })).toBe(3);
  });

  // JSON objects that cannot be decoded as their kind: a read must fail as it does for bytes that are no JSON.
  const odd = [
    "{}",
    '{"metadata":null,"spec":null}',
    '{"metadata":{"name":1,"labels":[1]},"spec":7,"rules":{},"webhooks":"x"}',
  ];

  it.each(projections.map(({ prefix }) => prefix))("keeps no server from starting: %s", async (prefix) => {
    const raw = new MemoryStore();
    for (const [i, value] of [...garbage, ...odd].entries()) {
      await raw.create(`${prefix}bad-${i}`, encodeUtf8(value));
      await raw.create(`${prefix}default/bad-${i}`, encodeUtf8(value));
    }
    const { send, close } = await startTestServer({ store: createJsonStore(raw), hasBootstrapPolicy: true });
    expect(await send("POST", CONFIG_MAPS, { body: configMap("a") })).toMatchObject({ status: 201 });
    await raw.create(`${prefix}later`, encodeUtf8("garbage"));
    await raw.create(`${prefix}odd`, encodeUtf8(odd[2]!));
    expect(await send("GET", `${CONFIG_MAPS}/a`)).toMatchObject({ status: 200 });
    await close();
  });
});

describe("an object that is too large for the store", () => {
  it("is refused in etcd's words before anything is written", async () => {
    const { send, store } = await startTestServer();
    const { revision } = store;
    const containers = Array.from({ length: 40_000 }, (_, i) => ({ name: `c${i}`, image: "i" }));
    const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "large" }, spec: { containers } };
    const answer = await send("POST", "/api/v1/namespaces/default/pods", { body: pod as unknown as JsonObject });
    expect(answer.json).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: "etcdserver: request is too large",
      code: 500,
    });
    expect(store.revision).toBe(revision);
  });

  it("is stored without managed fields if it fits then, unless it is applied", async () => {
    const { send } = await startTestServer();
    const data = Object.fromEntries(Array.from({ length: 25_000 }, (_, i) => [`key-${i}-${"x".repeat(20)}`, "v"]));
    const body = { ...configMap("a"), data };
    const created = await send("POST", CONFIG_MAPS, { body });
    expect(created.status).toBe(201);
    expect(created.json?.metadata).not.toHaveProperty("managedFields");
    const patched = await send("PATCH", `${CONFIG_MAPS}/a`, {
      body: { metadata: { labels: { a: "b" } } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    expect(patched.status).toBe(200);
    const applied = await send("PATCH", `${CONFIG_MAPS}/b?fieldManager=me`, {
      body: { ...body, metadata: { name: "b" } },
      headers: { "content-type": "application/apply-patch+yaml" },
    });
    expect(applied.json).toMatchObject({ code: 500, message: "etcdserver: request is too large" });
  });
});

function configMap(name: string): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { text: `text of ${name}` } };
}

function namesIn(list: JsonObject | undefined): string[] {
  return ((list?.items ?? []) as { metadata: { name: string } }[])
    .map(({ metadata }) => metadata.name)
    .filter((name) => name !== "kube-root-ca.crt");
}

async function namesByPage(
  send: Awaited<ReturnType<typeof startTestServer>>["send"],
  limit: number,
): Promise<string[]> {
  const names: string[] = [];
  for (let token = ""; ; ) {
    const page = await send("GET", `${CONFIG_MAPS}?limit=${limit}&continue=${encodeURIComponent(token)}`);
    names.push(...namesIn(page.json));
    token = String((page.json?.metadata as { continue?: string } | undefined)?.continue ?? "");
    if (token === "") {
      return names;
    }
  }
}
