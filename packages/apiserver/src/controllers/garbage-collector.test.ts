import { type JsonObject, type JsonValue, metadataOf } from "@kiln/api";
import { MemoryStore } from "@kiln/store/memory";
import { describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget, widgetDefinition } from "../testing/define-widgets.ts";
import { DEFINITIONS } from "../testing/definitions.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const NAMESPACES = "/api/v1/namespaces";
const CONFIG_MAPS = `${NAMESPACES}/default/configmaps`;
const MERGE = { "content-type": "application/merge-patch+json" };
const DOUBT_MS = 100;

/** A server with ConfigMaps by name, each owned by the listed ones; `!` before an owner sets blockOwnerDeletion. */
async function start(owners: Readonly<Record<string, readonly string[]>>) {
  const server = await startTestServer();
  const uids = new Map<string, string>();
  for (const [name, of] of Object.entries(owners)) {
    const references = of.map((text) => reference(text, uids.get(text.replace("!", "")) ?? "absent"));
    uids.set(name, await create(server, { name, ownerReferences: references }));
  }
  return { server, uids };
}

function reference(text: string, uid: string, rest: JsonObject = {}): JsonObject {
  const blocks: JsonObject = text.startsWith("!") ? { blockOwnerDeletion: true } : {};
  return { apiVersion: "v1", kind: "ConfigMap", name: text.replace("!", ""), uid, ...blocks, ...rest };
}

async function create({ send }: TestServer, metadata: JsonObject): Promise<string> {
  const { json, status } = await send("POST", CONFIG_MAPS, { body: { metadata } });
  expect(status).toBe(201);
  return String(metadataOf(json ?? {}).uid);
}

/** Lets all queued work run, also the delayed check of absent owners. */
async function settle(server: TestServer): Promise<void> {
  for (let round = 0; round < 5; round++) {
    for (let turn = 0; turn < 20; turn++) {
      await server.send("GET", `${NAMESPACES}/default`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    server.clock.advance(DOUBT_MS);
  }
}

async function names(server: TestServer): Promise<JsonValue[]> {
  const { json } = await server.send("GET", CONFIG_MAPS);
  const { items = [] } = json ?? {};
  return (items as JsonObject[]).map((item) => metadataOf(item).name ?? "");
}

async function metadata({ send }: TestServer, name: string): Promise<JsonObject> {
  return ((await send("GET", `${CONFIG_MAPS}/${name}`)).json?.metadata ?? {}) as JsonObject;
}

function remove({ send }: TestServer, name: string, propagationPolicy: string) {
  return send("DELETE", `${CONFIG_MAPS}/${name}?propagationPolicy=${propagationPolicy}`);
}

describe("the garbage collector", () => {
  it.each([
    ["everything below it, level by level", { a: [], b: ["a"], c: ["b"], d: ["b", "a"], e: [] }, ["e"]],
    ["nothing that has another owner", { a: [], o: [], b: ["a", "o"], c: ["b"] }, ["b", "c", "o"]],
    ["what names it under a name it never had", { a: [], b: ["absent"], c: ["b"] }, []],
  ])("deletes with an owner %s", async (_, owners, left) => {
    const { server } = await start(owners);
    await remove(server, "a", "Background");
    await settle(server);
    expect(await names(server)).toEqual(left);
  });

  it("takes owners that are gone off the list of an object that has others", async () => {
    const { server, uids } = await start({ a: [], o: [], b: ["a", "o"] });
    await remove(server, "a", "Background");
    await settle(server);
    const { ownerReferences, managedFields } = await metadata(server, "b");
    expect(ownerReferences).toEqual([reference("o", uids.get("o") ?? "")]);
    expect((managedFields as JsonObject[]).map(({ manager }) => manager)).not.toContain("kube-controller-manager");
  });

  it("deletes what names a known object by a wrong uid, or one in another namespace", async () => {
    const { server, uids } = await start({ a: [] });
    await server.send("POST", NAMESPACES, { body: { metadata: { name: "elsewhere" } } });
    const other = `${NAMESPACES}/elsewhere/configmaps`;
    const ownerReferences = [reference("a", uids.get("a") ?? "")];
    await server.send("POST", other, { body: { metadata: { name: "b", ownerReferences } } });
    await create(server, { name: "c", ownerReferences: [reference("a", "another")] });
    await settle(server);
    expect(await names(server)).toEqual(["a"]);
    expect((await server.send("GET", `${other}/b`)).status).toBe(404);
  });

  it("gives an owner that does not exist a moment", async () => {
    const { server } = await start({ b: ["absent"] });
    server.clock.advance(DOUBT_MS - 1);
    expect(await names(server)).toEqual(["b"]);
    await settle(server);
    expect(await names(server)).toEqual([]);
  });

  it("frees what is owned before it deletes an owner that leaves orphans", async () => {
    const { server } = await start({ a: [], b: ["!a"], c: ["a"], d: ["b"] });
    const answer = await remove(server, "a", "Orphan");
    expect(answer.json).toMatchObject({ metadata: { finalizers: ["orphan"] } });
    await settle(server);
    expect(await names(server)).toEqual(["b", "c", "d"]);
    expect(await metadata(server, "b")).not.toHaveProperty("ownerReferences");
    expect(await metadata(server, "d")).toHaveProperty("ownerReferences");
  });

  it("deletes what blocks before the owner in the foreground, and waits for finalizers", async () => {
    const { server } = await start({ a: [], free: ["a"] });
    const { uid = "" } = await metadata(server, "a");
    const held = { name: "held", finalizers: ["example.com/f"], ownerReferences: [reference("!a", String(uid))] };
    await create(server, held);
    await remove(server, "a", "Foreground");
    await settle(server);
    expect(await names(server)).toEqual(["a", "held"]);
    expect(await metadata(server, "held")).toHaveProperty("deletionTimestamp");
    await server.send("PATCH", `${CONFIG_MAPS}/held`, { body: { metadata: { finalizers: null } }, headers: MERGE });
    await settle(server);
    expect(await names(server)).toEqual([]);
  });

  it("stops waiting for what no longer blocks", async () => {
    const { server } = await start({ a: [] });
    const { uid = "" } = await metadata(server, "a");
    const held = { name: "held", finalizers: ["example.com/f"], ownerReferences: [reference("!a", String(uid))] };
    await create(server, held);
    await remove(server, "a", "Foreground");
    await settle(server);
    const body = { metadata: { ownerReferences: [reference("a", String(uid))] } };
    await server.send("PATCH", `${CONFIG_MAPS}/held`, { body, headers: MERGE });
    await settle(server);
    expect(await names(server)).toEqual(["held"]);
  });

  it("gets through a circle in the foreground", async () => {
    const { server, uids } = await start({ a: [], b: ["!a"] });
    const body = { metadata: { ownerReferences: [reference("!b", uids.get("b") ?? "")] } };
    await server.send("PATCH", `${CONFIG_MAPS}/a`, { body, headers: MERGE });
    await remove(server, "a", "Foreground");
    await settle(server);
    expect(await names(server)).toEqual([]);
  });

  it("waits for kinds that are not served", async () => {
    const { server } = await start({});
    const owner = reference("w", "absent", { apiVersion: "example.com/v1", kind: "Widget" });
    await create(server, { name: "b", ownerReferences: [owner] });
    await settle(server);
    expect(await names(server)).toEqual(["b"]);
    await defineWidgets(server, {});
    await settle(server);
    expect(await names(server)).toEqual([]);
  });

  it("follows custom resources, and remembers them when their kind goes with them", async () => {
    const { server } = await start({});
    await defineWidgets(server, {});
    const { json } = await server.send("POST", WIDGETS, { body: widget("w") });
    const { uid = "" } = metadataOf(json ?? {});
    const owner = reference("w", String(uid), { apiVersion: "example.com/v1", kind: "Widget" });
    await create(server, { name: "b", ownerReferences: [owner] });
    await server.send("DELETE", `${DEFINITIONS}/widgets.example.com`);
    await settle(server);
    expect(await names(server)).toEqual([]);
  });

  it("never deletes an object outside namespaces for an owner inside one", async () => {
    const { server, uids } = await start({ a: [] });
    const definition = widgetDefinition({});
    (definition.spec as JsonObject).scope = "Cluster";
    await server.send("POST", DEFINITIONS, { body: definition });
    const ownerReferences = [reference("a", uids.get("a") ?? "")];
    const body = widget("w", { metadata: { name: "w", ownerReferences } });
    expect((await server.send("POST", "/apis/example.com/v1/widgets", { body })).status).toBe(201);
    await settle(server);
    expect((await server.send("GET", "/apis/example.com/v1/widgets/w")).status).toBe(200);
  });

  it("finds at its start what an earlier run left behind", async () => {
    const store = new MemoryStore();
    const first = await startTestServer({ store, disabledControllers: ["garbage-collector-controller"] });
    const a = await create(first, { name: "a" });
    await create(first, { name: "b", ownerReferences: [reference("a", a)] });
    await create(first, { name: "o", ownerReferences: [reference("x", "absent")] });
    await remove(first, "a", "Foreground");
    await settle(first);
    expect(await names(first)).toEqual(["a", "b", "o"]);
    first.server.close();
    const second = await startTestServer({ store });
    await settle(second);
    expect(await names(second)).toEqual([]);
  });
});
