import { type JsonObject, type JsonValue, objectAt } from "@kiln/api";
import { NO_STAMP, sealObject } from "@kiln/kinds";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget } from "./testing/define-widgets.ts";
import { startTestServer, type TestServer } from "./testing/start-test-server.ts";

const W = `${WIDGETS}/w`;
const MERGE = { "content-type": "application/merge-patch+json" };
const embedded = { type: "object", "x-kubernetes-embedded-resource": true };
const open = { "x-kubernetes-preserve-unknown-fields": true };
const pod = { apiVersion: "v1", kind: "Pod" };

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
  await defineWidgets(server, {
    size: { type: "integer" },
    open: {
      type: "object",
      ...open,
      properties: { closed: { type: "object", properties: { a: { type: "string" } } } },
    },
    template: { ...embedded, ...open },
    fallback: { ...embedded, ...open, default: { ...pod, metadata: { name: "p", bogus: "b" }, extra: { a: null } } },
  });
});

afterEach(() => server.close());

/** Stores an object as another API server on the same store would, without Kiln's decoding and schema. */
async function store(metadata: JsonValue, spec: JsonValue = {}): Promise<void> {
  const own = { name: "w", namespace: "default", uid: "u" };
  const merged = typeof metadata === "object" && !Array.isArray(metadata) ? { ...own, ...metadata } : metadata;
  const object = { ...widget("w", { spec }), metadata: merged };
  const key = "/registry/example.com/widgets/default/w";
  await server.store.create(key, sealObject(object as JsonObject, { uid: "u" }, NO_STAMP).value);
}

async function read(): Promise<{ readonly metadata: JsonObject; readonly spec: JsonValue | undefined }> {
  const { status, json = {}, text } = await server.send("GET", W);
  expect(status, text).toBe(200);
  const { name: _, namespace: __, uid: ___, resourceVersion: ____, ...metadata } = objectAt(json, "metadata");
  return { metadata, spec: json.spec };
}

describe("an object that another API server wrote to the store", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["a generation that is null", { generation: null }, {}],
    ["labels and annotations that are null or empty", { labels: null, annotations: {} }, {}],
    ["a label that is null", { labels: { a: null, b: "c" } }, { labels: { a: "", b: "c" } }],
    ["a time that is null", { creationTimestamp: null, deletionTimestamp: null }, {}],
    ["lists that are null or empty", { finalizers: null, ownerReferences: [], managedFields: null }, {}],
    ["an unknown field", { clusterName: "c", zzz: { a: 1 } }, {}],
    ["a generation of the wrong type", { generation: "3" }, {}],
    ["labels of the wrong type", { labels: ["a"], annotations: { a: 1 } }, {}],
    ["finalizers of the wrong type", { finalizers: [1, "a/b"] }, {}],
    [
      "an owner with unknown and null fields",
      { ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u", controller: null, x: 1 }] },
      { ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u" }] },
    ],
    ["managed fields of the wrong type", { managedFields: [{ manager: 1 }] }, {}],
  ])("is read without %s, and can be written", async (_, given, expected) => {
    await store(given);
    expect((await read()).metadata).toEqual(expected);
    const patched = await server.send("PATCH", W, { headers: MERGE, body: { spec: { size: 1 } } });
    expect([patched.status, objectAt(patched.json ?? {}, "metadata").generation], patched.text).toEqual([200, 1]);
    expect((await server.send("GET", WIDGETS)).status).toBe(200);
    expect((await server.send("DELETE", W)).status).toBe(200);
  });

  it("is pruned by the schema, with what a preserving node keeps", async () => {
    await store({}, { size: 1, unknown: 2, open: { any: { x: null }, closed: { a: "1", b: "2" } } });
    expect((await read()).spec).toMatchObject({ size: 1, open: { any: { x: null }, closed: { a: "1" } } });
    expect((await read()).spec).not.toHaveProperty("unknown");
  });

  it.each<[string, JsonValue, JsonValue]>([
    ["unknown fields", { name: "p", bogus: 1 }, { name: "p" }],
    ["null fields", { name: "p", generation: null, labels: null }, { name: "p" }],
    ["fields of the wrong type", { name: "p", labels: "x", generation: "3" }, { name: "p" }],
  ])("has embedded metadata without %s", async (_, metadata, expected) => {
    await store({}, { template: { ...pod, metadata, spec: { anything: null } } });
    expect(objectAt(objectAt({ spec: (await read()).spec ?? {} }, "spec"), "template")).toEqual({
      ...pod,
      metadata: expected,
      spec: { anything: null },
    });
  });

  it("gets the default of an embedded resource without its unknown metadata", async () => {
    await store({}, {});
    const expected = { ...pod, metadata: { name: "p" }, extra: { a: null } };
    expect((await read()).spec).toEqual({ fallback: expected });
    const created = await server.send("POST", WIDGETS, { body: widget("new", { spec: {} }) });
    expect(created.json?.spec).toEqual({ fallback: expected });
  });

  it.each<[string, JsonValue]>([
    ["a text", "x"],
    ["a list", []],
    ["null", null],
  ])("with metadata that is %s breaks no list, and can be deleted", async (_, metadata) => {
    await store(metadata);
    expect((await server.send("GET", WIDGETS)).status).toBe(200);
    expect((await server.send("GET", W)).status).toBe(200);
    expect((await server.send("DELETE", W)).status).toBe(200);
    expect((await server.send("GET", W)).status).toBe(404);
  });
});
