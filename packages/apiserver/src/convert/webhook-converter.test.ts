import type { JsonObject, JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { type ConversionHook, convertedWidgets, createConversionHook } from "../testing/conversion-hook.ts";
import { DEFINITIONS } from "../testing/definitions.ts";
import { readWatch } from "../testing/read-watch.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const V1 = "/apis/example.com/v1/namespaces/default/widgets";
const V2 = "/apis/example.com/v2/namespaces/default/widgets";
const MERGE = { "content-type": "application/merge-patch+json" };
const APPLY = { "content-type": "application/apply-patch+yaml" };
const TABLE = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };

function widget(name: string, fields: JsonObject = {}): JsonObject {
  const { metadata, ...rest } = fields as { metadata?: JsonObject };
  return {
    apiVersion: "example.com/v1",
    kind: "Widget",
    metadata: { name, ...metadata },
    spec: { size: "s" },
    ...rest,
  };
}

function widgetV2(name: string, spec: JsonObject = { length: "l" }): JsonObject {
  return { apiVersion: "example.com/v2", kind: "Widget", metadata: { name }, spec };
}

async function start(reviewVersions?: readonly string[]): Promise<TestServer & { readonly hook: ConversionHook }> {
  const hook = createConversionHook();
  const server = await startTestServer({ webhooks: { transport: hook.transport } });
  await server.send("POST", DEFINITIONS, { body: convertedWidgets(reviewVersions) });
  return { ...server, hook };
}

describe("a kind whose versions a webhook converts", () => {
  it("is read in either version, and needs no webhook for the storage version", async () => {
    const { send, hook } = await start();
    await send("POST", V1, { body: widget("a") });
    expect((await send("GET", `${V1}/a`)).json).toHaveProperty("spec", { size: "s" });
    expect(hook.asked).toEqual([]);
    expect((await send("GET", `${V2}/a`)).json).toMatchObject({ apiVersion: "example.com/v2", spec: { length: "s" } });
    expect(hook.asked).toMatchObject([{ apiVersion: "apiextensions.k8s.io/v1", desiredAPIVersion: "example.com/v2" }]);
  });

  it("is written in either version, and answered as what became of it", async () => {
    const { send } = await start();
    const created = await send("POST", V2, { body: widgetV2("a", { length: "l", color: "red" }) });
    expect(created.json).toMatchObject({ apiVersion: "example.com/v2", spec: { length: "l", color: "red" } });
    const patched = await send("PATCH", `${V2}/a`, { headers: MERGE, body: { spec: { length: "m" } } });
    expect(patched.json).toMatchObject({ metadata: { generation: 2 }, spec: { length: "m", color: "red" } });
    const applied = await send("PATCH", `${V2}/a?fieldManager=m&force=true`, {
      headers: APPLY,
      body: widgetV2("a", { length: "n" }),
    });
    expect(applied.json).toHaveProperty("spec", { length: "n", color: "red" });
    expect((await send("GET", `${V1}/a`)).json).toHaveProperty("spec", { size: "n", color: "red" });
  });

  it("is left alone by a write that changes nothing", async () => {
    const { send } = await start();
    const created = await send("POST", V2, { body: widgetV2("a") });
    const patched = await send("PATCH", `${V2}/a`, { headers: MERGE, body: { spec: { length: "l" } } });
    expect(patched.json?.metadata).toEqual(created.json?.metadata);
  });

  it("splits a list of large objects, whose answer would be too large", async () => {
    const { send, hook } = await start();
    for (let i = 0; i < 12; i++) {
      await send("POST", V1, { body: widget(`w${i}`, { spec: { size: "s".repeat(300_000) } }) });
    }
    const { status, text } = await send("GET", V2);
    const { items } = JSON.parse(text) as { readonly items: readonly { readonly spec: { readonly length: string } }[] };
    expect([status, items.map(({ spec }) => spec.length.length)]).toEqual([200, Array(12).fill(300_000)]);
    expect(Math.max(...hook.asked.map(({ objects }) => objects.length))).toBeLessThan(5);
  });

  it("asks about all objects of a list together", async () => {
    const { send, hook } = await start();
    for (const name of ["a", "b", "c"]) {
      await send("POST", V1, { body: widget(name) });
    }
    const { json } = await send("GET", V2);
    expect(json?.items).toMatchObject([
      { spec: { length: "s" } },
      { spec: { length: "s" } },
      { spec: { length: "s" } },
    ]);
    expect(hook.asked.map(({ objects }) => objects.length)).toEqual([3]);
  });

  it("asks only about what is listed", async () => {
    const { send, hook } = await start();
    await send("POST", V1, { body: widget("a", { metadata: { labels: { l: "1" } } }) });
    await send("POST", V1, { body: widget("b") });
    const { json } = await send("GET", `${V2}?labelSelector=l%3D1`);
    expect(json?.items).toMatchObject([{ metadata: { name: "a" }, spec: { length: "s" } }]);
    expect(hook.asked.map(({ objects }) => objects.length)).toEqual([1]);
  });

  it("is selected by fields of the version asked for", async () => {
    const { send } = await start();
    await send("POST", V1, { body: widget("a") });
    await send("POST", V2, { body: widgetV2("b") });
    const { json } = await send("GET", `${V2}?fieldSelector=spec.length%3Dl`);
    expect(json?.items).toMatchObject([{ metadata: { name: "b" } }]);
  });

  it("is shown in tables with the columns of the version asked for", async () => {
    const { send } = await start();
    await send("POST", V1, { body: widget("a") });
    const { json } = await send("GET", V2, { headers: TABLE });
    expect(json?.rows).toMatchObject([{ cells: ["a", "s"] }]);
  });

  it("is watched in either version, and converted once for all who watch", async () => {
    const { send, open, hook } = await start();
    await send("POST", V1, { body: widget("a") });
    const watches = [readWatch(await open("GET", `${V2}?watch=1`)), readWatch(await open("GET", `${V2}?watch=1`))];
    for (const watch of watches) {
      expect(await watch.take(1)).toMatchObject([{ type: "ADDED", object: { spec: { length: "s" } } }]);
    }
    hook.asked.length = 0;
    await send("PATCH", `${V1}/a`, { headers: MERGE, body: { spec: { size: "t" } } });
    await send("DELETE", `${V1}/a`);
    for (const watch of watches) {
      expect(await watch.take(2)).toMatchObject([
        { type: "MODIFIED", object: { spec: { length: "t" } } },
        { type: "DELETED", object: { spec: { length: "t" } } },
      ]);
    }
    expect(hook.asked.flatMap(({ objects }) => objects)).toHaveLength(2);
  });

  it("ends a watch with what went wrong", async () => {
    const { send, open, hook } = await start();
    const watch = readWatch(await open("GET", `${V2}?watch=1`));
    hook.respond = () => ({ result: { status: "Failure", message: "not today" } });
    await send("POST", V1, { body: widget("a") });
    const message = "conversion webhook for example.com/v1, Kind=Widget failed: not today";
    expect(await watch.rest()).toMatchObject([{ type: "ERROR", object: { code: 500, message } }]);
  });

  it("is deleted through its storage version, even if the webhook fails", async () => {
    const { send, hook } = await start();
    await send("POST", V1, { body: widget("a", { metadata: { finalizers: ["example.com/f"] } }) });
    hook.respond = () => ({ result: { status: "Failure", message: "not today" } });
    expect((await send("DELETE", `${V2}/a`)).status).toBe(500);
    expect((await send("DELETE", `${V1}/a`)).json).toHaveProperty("metadata.deletionTimestamp");
  });

  it("keeps an object in its storage version while it waits to be deleted", async () => {
    const { send } = await start();
    await send("POST", V1, { body: widget("a", { metadata: { finalizers: ["example.com/f"] } }) });
    const versions = (convertedWidgets().spec as JsonObject).versions as JsonObject[];
    const moved = versions.map((each) => ({ ...each, storage: each.name === "v2" }));
    await send("PATCH", `${DEFINITIONS}/widgets.example.com`, { headers: MERGE, body: { spec: { versions: moved } } });
    const deleted = await send("DELETE", `${V2}/a`);
    expect(deleted.json).toMatchObject({ apiVersion: "example.com/v2", spec: { length: "s" } });
    expect((await send("GET", `${V1}/a`)).json).toMatchObject({ apiVersion: "example.com/v1", spec: { size: "s" } });
  });

  it("does not block other requests while it waits", async () => {
    const { send, hook } = await start();
    await send("POST", V1, { body: widget("a") });
    let answer: (response: JsonObject) => void = () => {};
    hook.respond = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const slow = send("GET", `${V2}/a`);
    expect((await send("PATCH", `${V1}/a`, { headers: MERGE, body: { spec: { size: "t" } } })).status).toBe(200);
    const [object] = hook.asked[0]?.objects ?? [];
    answer({ convertedObjects: [{ ...object, apiVersion: "example.com/v2" }] });
    expect((await slow).status).toBe(200);
  });

  it("gives up after half a minute", async () => {
    const { send, hook, clock } = await start();
    await send("POST", V1, { body: widget("a") });
    hook.respond = (_question, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
        clock.advance(30_000);
      });
    expect((await send("GET", `${V2}/a`)).json).toMatchObject({
      code: 500,
      message:
        "conversion webhook for example.com/v1, Kind=Widget failed: " +
        'Post "https://hook.example.com/convert?timeout=30s": context deadline exceeded',
    });
  });

  it("speaks the first version of the question that both understand", async () => {
    const { send, hook } = await start(["v9", "v1beta1", "v1"]);
    await send("POST", V1, { body: widget("a") });
    expect((await send("GET", `${V2}/a`)).status).toBe(200);
    expect(hook.asked).toMatchObject([{ apiVersion: "apiextensions.k8s.io/v1beta1" }]);
  });

  it.each<[string, (object: JsonObject) => JsonObject, string]>([
    ["no object", () => ({ convertedObjects: [] }), "returned 0 objects, expected 1"],
    [
      "another version",
      (object) => ({ convertedObjects: [object] }),
      "returned invalid object at index 0: invalid groupVersion (expected example.com/v2, received example.com/v1)",
    ],
    [
      "another name",
      (object) => ({ convertedObjects: [to(object, { name: "b" })] }),
      "returned invalid object: must have the same name: a != b",
    ],
    [
      "another uid",
      (object) => ({ convertedObjects: [to(object, { uid: "x" })] }),
      "returned invalid object: must have the same UID: 00000000-0000-4000-8000-000000000",
    ],
    [
      "labels that are none",
      (object) => ({ convertedObjects: [to(object, { labels: ["a"] })] }),
      "returned invalid metadata: invalid metadata.labels of type []interface {} in converted object",
    ],
    [
      "a label that cannot be one",
      (object) => ({ convertedObjects: [to(object, { labels: { "a b": "c" } })] }),
      'returned invalid metadata: metadata.labels: Invalid value: "a b"',
    ],
    [
      "an answer to another question",
      () => ({ uid: "other" }),
      'failed: expected response.uid="00000000-0000-4000-8000-',
    ],
  ])("refuses %s", async (_what, respond, message) => {
    const { send, hook } = await start();
    await send("POST", V1, { body: widget("a") });
    hook.respond = ({ objects: [object = {}] }) => respond(object);
    const { status, json } = await send("GET", `${V2}/a`);
    expect(status).toBe(500);
    expect(json?.message).toContain(`conversion webhook for example.com/v1, Kind=Widget ${message}`);
  });

  it.each<[string, JsonValue, string]>([
    ["null", null, "unexpected end of JSON input"],
    ["a text", "x", "json: cannot unmarshal string into Go value of type map[string]interface {}"],
    ["a list", [], "json: cannot unmarshal array into Go value of type map[string]interface {}"],
    ["an object of no kind", { apiVersion: "v1" }, `Object 'Kind' is missing in '{"apiVersion":"v1"}'`],
  ])("refuses %s for an object in the decoder's words", async (_what, converted, message) => {
    const { send, hook } = await start();
    await send("POST", V1, { body: widget("a") });
    hook.respond = ({ objects }) => ({ convertedObjects: objects.map(() => converted) });
    const { status, json } = await send("GET", `${V2}/a`);
    expect([status, json?.message]).toEqual([500, message]);
    await send("POST", V1, { body: widget("b") });
    expect((await send("GET", V2)).json?.message).toBe(message);
  });

  it("asks for one object after the other where a webhook does not answer for all", async () => {
    const { send, hook } = await start();
    await send("POST", V1, { body: widget("a") });
    await send("POST", V1, { body: widget("b") });
    hook.respond = ({ objects: [object = {}] }) => ({ convertedObjects: [to(object, {})] });
    expect((await send("GET", V2)).json).toMatchObject({
      items: [{ metadata: { name: "a" } }, { metadata: { name: "b" } }],
    });
    hook.respond = () => ({ convertedObjects: [] });
    expect((await send("GET", V2)).json?.message).toBe(
      "conversion webhook for example.com/v1, Kind=Widget returned 0 objects, expected 1",
    );
  });

  it("refuses an answer of another version of the question", async () => {
    const { send, hook } = await start();
    await send("POST", V1, { body: widget("a") });
    hook.apiVersion = "apiextensions.k8s.io/v1beta1";
    expect((await send("GET", `${V2}/a`)).json?.message).toBe(
      "conversion webhook for example.com/v1, Kind=Widget failed: converting (v1beta1.ConversionReview) to " +
        "(v1.ConversionReview): unknown conversion",
    );
  });

  it("takes labels and annotations from the webhook, and no other metadata", async () => {
    const { send, hook } = await start();
    await send("POST", V1, { body: widget("a", { metadata: { labels: { l: "1" }, annotations: { n: "1" } } }) });
    hook.respond = ({ objects: [object = {}] }) => ({
      convertedObjects: [to(object, { labels: { l: "2" }, annotations: null, finalizers: ["x/y"], generation: 9 })],
    });
    const { json } = await send("GET", `${V2}/a`);
    expect(json?.metadata).toMatchObject({ labels: { l: "2" }, generation: 1 });
    expect(json?.metadata).not.toHaveProperty("annotations");
    expect(json?.metadata).not.toHaveProperty("finalizers");
  });
});

function to(object: JsonObject, metadata: JsonObject): JsonObject {
  return { ...object, apiVersion: "example.com/v2", metadata: { ...(object.metadata as JsonObject), ...metadata } };
}
