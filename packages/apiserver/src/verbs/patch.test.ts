import type { JsonObject, JsonValue } from "@kiln/api";
import { MemoryStore } from "@kiln/store/memory";
import { describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget } from "../testing/define-widgets.ts";
import { startTestServer, type TestAnswer } from "../testing/start-test-server.ts";

const JSON_PATCH = "application/json-patch+json";
const MERGE = "application/merge-patch+json";
const STRATEGIC = "application/strategic-merge-patch+json";
const CONFIG_MAP = "/api/v1/namespaces/default/configmaps/c";
const W1 = `${WIDGETS}/w1`;

async function start(store = new MemoryStore()) {
  const server = await startTestServer({ store });
  await defineWidgets(server, {
    size: { type: "integer", default: 1 },
    tags: { type: "array", items: { type: "string" } },
  });
  await server.send("POST", WIDGETS, { body: widget("w1", { spec: { size: 1, tags: ["a"] } }) });
  await server.send("POST", "/api/v1/namespaces/default/configmaps", {
    body: { metadata: { name: "c" }, data: { a: "1" } },
  });
  const patch = (type: string, target: string, body: JsonValue | string) =>
    server.send("PATCH", target, {
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { "content-type": type },
    });
  return { ...server, patch };
}

function messageOf({ status, json }: TestAnswer): [number, JsonValue | undefined] {
  return [status, json?.message];
}

function causeFields({ json }: TestAnswer): JsonValue[] {
  const causes = (json?.details as { causes?: JsonObject[] } | undefined)?.causes ?? [];
  return causes.map(({ field }) => field as string);
}

describe("patch", () => {
  it("applies a JSON patch, a merge patch and, to a built-in kind, a strategic one", async () => {
    const { patch } = await start();
    const added = await patch(JSON_PATCH, W1, [{ op: "add", path: "/spec/tags/0", value: "b" }]);
    expect(added.json?.spec).toEqual({ size: 1, tags: ["b", "a"] });
    const merged = await patch(MERGE, W1, { spec: { size: null, tags: ["c"] } });
    expect(merged.json?.spec).toEqual({ size: 1, tags: ["c"] });
    const strategic = await patch(STRATEGIC, CONFIG_MAP, { data: { $patch: "replace", z: "26" } });
    expect(strategic.json?.data).toEqual({ z: "26" });
  });

  it("stores nothing if nothing changes", async () => {
    const { patch, send } = await start();
    const before = await send("GET", W1);
    for (const [type, body] of [
      [MERGE, {}],
      [JSON_PATCH, []],
      [MERGE, { spec: { size: 1 } }],
    ] as const) {
      expect((await patch(type, W1, body as JsonValue)).json).toEqual(before.json);
    }
  });

  it.each([
    [JSON_PATCH, "[{", 400, "error decoding patch: unexpected end of JSON input"],
    [
      JSON_PATCH,
      "{}",
      400,
      "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
    ],
    [
      JSON_PATCH,
      '[{"op":5}]',
      400,
      "error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string",
    ],
    [MERGE, "null", 400, "Invalid JSON Patch"],
    [
      MERGE,
      "[1]",
      400,
      "error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}",
    ],
    [
      JSON_PATCH,
      '[{"op":"remove","path":"/nope"}]',
      422,
      "the server rejected our request due to an error in our request",
    ],
    [MERGE, '{"metadata":{"name":"w2"}}', 400, "the name of the object (w2) does not match the name on the URL (w1)"],
    [
      MERGE,
      '{"metadata":null}',
      400,
      "the name of the object (w1 based on URL) was undeterminable: name must be provided",
    ],
    [
      MERGE,
      '{"metadata":{"namespace":"x"}}',
      400,
      "the namespace of the provided object does not match the namespace sent on the request",
    ],
    [
      MERGE,
      '{"apiVersion":null}',
      500,
      "Internal error occurred: Object 'apiVersion' is missing in 'object has no apiVersion field'",
    ],
    [
      MERGE,
      '{"metadata":{"resourceVersion":null}}',
      422,
      'widgets.example.com "w1" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    ],
    [
      MERGE,
      '{"metadata":{"resourceVersion":"1"}}',
      409,
      'Operation cannot be fulfilled on widgets.example.com "w1": the object has been modified; please apply your changes to the latest version and try again',
    ],
    [
      MERGE,
      '{"apiVersion":"other.com/v1"}',
      422,
      'Widget.other.com "w1" is invalid: apiVersion: Invalid value: "other.com/v1": must be example.com/v1',
    ],
  ])("of type %s answers %s", async (type, body, status, message) => {
    const { patch } = await start();
    expect(messageOf(await patch(type, W1, body))).toEqual([status, message]);
  });

  it("names the field patch if the result does not decode, and shows that result", async () => {
    const { patch } = await start();
    const kindless = await patch(JSON_PATCH, W1, [{ op: "replace", path: "", value: {} }]);
    expect(messageOf(kindless)).toEqual([
      422,
      ` "" is invalid: patch: Invalid value: "{}": Object 'Kind' is missing in '{}'`,
    ]);
    const mistyped = await patch(STRATEGIC, CONFIG_MAP, { data: { a: 5 } });
    expect(messageOf(mistyped)[1]).toBe(
      ' "" is invalid: patch: Invalid value: "map[data:map[a:5]]": cannot convert int64 to string',
    );
    expect([causeFields(kindless), causeFields(mistyped)]).toEqual([["patch"], ["patch"]]);
  });

  it("looks for the object before it reads the patch, and at the media type before both", async () => {
    const { patch } = await start();
    expect((await patch(MERGE, `${WIDGETS}/nope`, "{")).status).toBe(404);
    expect((await patch("text/plain", `${WIDGETS}/nope`, "{")).status).toBe(415);
    expect(messageOf(await patch(MERGE, WIDGETS, {}))).toEqual([400, "name must be provided"]);
  });

  it("takes strategic patches for built-in kinds alone", async () => {
    const { patch } = await start();
    expect(messageOf(await patch(STRATEGIC, W1, {}))).toEqual([
      415,
      "the body of the request was in an unknown format - accepted media types include: " +
        "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml",
    ]);
    expect(messageOf(await patch("application/json", CONFIG_MAP, {}))).toEqual([415, "415: Unsupported Media Type"]);
  });

  it("warns of fields that mean nothing, in the patch and in its result, and refuses them when strict", async () => {
    const { patch } = await start();
    const body = '[{"op":"add","path":"/spec/more","value":{"a":1,"a":2},"zzz":1}]';
    expect((await patch(JSON_PATCH, W1, body)).headers.warning).toEqual([
      '299 - "json patch duplicate field \\"[0].value.a\\""',
      '299 - "json patch unknown field \\"[0].zzz\\""',
      '299 - "duplicate field \\"spec.more.a\\""',
      '299 - "unknown field \\"spec.more\\""',
    ]);
    const strict = await patch(MERGE, `${W1}?fieldValidation=Strict`, '{"spec":{"size":1,"size":2,"junk":1}}');
    expect(strict.status).toBe(422);
    expect(messageOf(strict)[1]).toContain(
      'strict decoding error: duplicate field "spec.size", unknown field "spec.junk"',
    );
    const ignored = await patch(MERGE, `${W1}?fieldValidation=Ignore`, '{"spec":{"size":1,"size":2,"junk":1}}');
    expect([ignored.status, ignored.headers.warning]).toEqual([200, undefined]);
  });

  it("may be forced only if it applies", async () => {
    const { patch } = await start();
    expect(messageOf(await patch(MERGE, `${W1}?force=true`, {}))).toEqual([
      422,
      'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
    ]);
  });

  it("refuses more than ten thousand operations", async () => {
    const { patch } = await start();
    const operations = Array.from({ length: 10_001 }, () => ({ op: "test", path: "/kind", value: "Widget" }));
    expect(messageOf(await patch(JSON_PATCH, W1, operations))).toEqual([
      413,
      "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001",
    ]);
  });

  it("is applied again to what another writer left in between", async () => {
    const store = new MemoryStore();
    const { patch, send } = await start(store);
    const { peek } = store;
    const stale = peek.call(store, "/registry/example.com/widgets/default/w1");
    await patch(MERGE, W1, { spec: { tags: ["theirs"] } });
    store.peek = (key) => (key.endsWith("/w1") ? stale : peek.call(store, key));
    const ours = await patch(MERGE, W1, { metadata: { labels: { mine: "1" } } });
    store.peek = peek.bind(store);
    expect(ours.status).toBe(200);
    expect((await send("GET", W1)).json).toMatchObject({
      metadata: { labels: { mine: "1" } },
      spec: { tags: ["theirs"] },
    });
  });
});
