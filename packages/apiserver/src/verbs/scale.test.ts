import type { JsonObject, JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget } from "../testing/define-widgets.ts";
import { startTestServer, type TestAnswer } from "../testing/start-test-server.ts";

const W1 = `${WIDGETS}/w1`;
const SCALE = `${W1}/scale`;

async function start(spec: JsonObject = { replicas: 2, x: "y" }, semantics: "kep" | "upstream" = "kep") {
  const server = await startTestServer({ semantics });
  await defineWidgets(
    server,
    { replicas: { type: "integer", maximum: 10 }, x: { type: "string" } },
    {
      subresources: {
        status: {},
        scale: {
          specReplicasPath: ".spec.replicas",
          statusReplicasPath: ".status.replicas",
          labelSelectorPath: ".status.selector",
        },
      },
    },
  );
  await server.send("POST", WIDGETS, { body: widget("w1", { spec }) });
  const patch = (target: string, body: JsonObject) =>
    server.send("PATCH", target, { body, headers: { "content-type": "application/merge-patch+json" } });
  const put = (body: JsonObject, target = SCALE) => server.send("PUT", target, { body });
  return { ...server, patch, put };
}

function scale(replicas: JsonValue, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "w1", ...metadata }, spec: { replicas } };
}

function messageOf({ status, json }: TestAnswer): [number, JsonValue | undefined] {
  return [status, json?.message];
}

describe("scale", () => {
  it("shows an object's size as a Scale", async () => {
    const { send, patch } = await start();
    await patch(`${W1}/status`, { status: { replicas: 1, selector: "app=w" } });
    const { metadata } = (await send("GET", W1)).json as { metadata: JsonObject };
    const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
    expect((await send("GET", SCALE)).json).toEqual({
      kind: "Scale",
      apiVersion: "autoscaling/v1",
      metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
      spec: { replicas: 2 },
      status: { replicas: 1, selector: "app=w" },
    });
  });

  it("shows it as a row of what is wanted and what is there", async () => {
    const { send } = await start();
    const headers = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
    const { json } = await send("GET", SCALE, { headers });
    const { columnDefinitions, rows } = json as unknown as { columnDefinitions: JsonObject[]; rows: JsonObject[] };
    expect(columnDefinitions.map(({ name, type, format, description }) => [name, type, format, description])).toEqual([
      ["Name", "string", "name", expect.any(String)],
      ["Desired", "integer", "", "Number of desired replicas"],
      ["Available", "integer", "", "Number of actual replicas"],
      ["Age", "date", "", expect.any(String)],
    ]);
    expect(rows.map(({ cells }) => cells)).toEqual([["w1", 2, 0, expect.any(String)]]);
  });

  it("leaves empty in that row what is not wanted at all", async () => {
    const { send } = await start({ replicas: 0 });
    const headers = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
    const { json } = await send("GET", SCALE, { headers });
    expect(json).toHaveProperty("rows.0.cells.1", null);
  });

  it("sets replicas and nothing else, and counts as a change of the object", async () => {
    const { send, put } = await start();
    const answer = await put({ ...scale(4, { labels: { no: "no" } }), status: { replicas: 50 } });
    expect([answer.status, answer.json?.kind, answer.json?.spec]).toEqual([200, "Scale", { replicas: 4 }]);
    const { json } = await send("GET", W1);
    expect(json).toMatchObject({ kind: "Widget", metadata: { generation: 2 }, spec: { replicas: 4, x: "y" } });
    expect([json?.metadata, json?.status]).toEqual([expect.not.objectContaining({ labels: { no: "no" } }), undefined]);
  });

  it("fails to show what has no replicas, and still sets them", async () => {
    const { send, put, patch } = await start({});
    expect(messageOf(await send("GET", SCALE))).toEqual([
      500,
      'Internal error occurred: the spec replicas field ".spec.replicas" does not exist',
    ]);
    expect(messageOf(await patch(SCALE, {}))).toEqual([
      400,
      'the spec replicas field ".spec.replicas" cannot be empty',
    ]);
    expect((await put(scale(0))).json?.spec).toEqual({});
    expect((await send("GET", W1)).json?.spec).toEqual({ replicas: 0 });
  });

  it("may be written without a version, but not with an old one or for another object", async () => {
    const { put, patch } = await start();
    expect((await put(scale(3))).status).toBe(200);
    const conflict = /^Operation cannot be fulfilled on widgets.example.com "w1"/;
    for (const answer of [
      await put(scale(4, { resourceVersion: "1" })),
      await put(scale(4, { uid: "other" })),
      await patch(SCALE, { metadata: { resourceVersion: "1" } }),
    ]) {
      expect(messageOf(answer)).toEqual([409, expect.stringMatching(conflict)]);
    }
    expect((await patch(SCALE, { metadata: { uid: "other", resourceVersion: null } })).status).toBe(200);
  });

  it.each<[JsonValue, number, string]>([
    [
      -1,
      422,
      'Widget.example.com "w1" is invalid: .spec.replicas: Invalid value: -1: should be a non-negative integer',
    ],
    [
      11,
      422,
      'Widget.example.com "w1" is invalid: spec.replicas: Invalid value: 11: spec.replicas in body should be less than or equal to 10',
    ],
    [
      "5",
      400,
      'no kind is registered for the type v1.Scale in scheme "k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go:781"',
    ],
    [
      3_000_000_000,
      400,
      'no kind is registered for the type v1.Scale in scheme "k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go:781"',
    ],
  ])("refuses %j replicas", async (replicas, status, message) => {
    const { put } = await start();
    expect(messageOf(await put(scale(replicas)))).toEqual([status, message]);
  });

  it("judges the Scale before it looks for the object, and a patch afterwards", async () => {
    const { put, patch } = await start();
    const nope = `${WIDGETS}/nope/scale`;
    expect((await put(scale(1), nope)).status).toBe(400);
    expect((await put(scale(1, { name: "nope" }), nope)).status).toBe(404);
    expect((await patch(nope, { spec: { replicas: "x" } })).status).toBe(404);
    expect((await put({ ...scale(1), apiVersion: "example.com/v1", kind: "Widget" })).status).toBe(400);
  });

  it("warns of fields that a Scale does not have", async () => {
    const { patch } = await start();
    const { headers } = await patch(SCALE, { spec: { replicas: 5, bogus: 1 } });
    expect(headers.warning).toEqual(['299 - "unknown field \\"spec.bogus\\""']);
  });

  it("answers a dry run as if it had been done", async () => {
    const { send, put } = await start();
    expect((await put(scale(9), `${SCALE}?dryRun=All`)).json?.spec).toEqual({ replicas: 9 });
    expect((await send("GET", SCALE)).json?.spec).toEqual({ replicas: 2 });
  });
});

describe("applying a Scale, as Kubernetes does it", () => {
  it.each([
    [{}, "failed to create manager for existing fields: failed to convert live object (/; "],
    [{ replicas: 2 }, "failed to convert new object (/; "],
  ])("fails for an object with %o, with words that tell whether anybody owns its replicas", async (spec, words) => {
    const { send } = await start(spec, "upstream");
    const body = { apiVersion: "autoscaling/v1", kind: "Scale", spec: { replicas: 3 } };
    const headers = { "content-type": "application/apply-patch+yaml" };
    expect(messageOf(await send("PATCH", `${SCALE}?fieldManager=me&force=true`, { body, headers }))).toEqual([
      500,
      `${words}autoscaling/v1, Kind=Scale) to proper version: request to convert CR to an invalid group/version: ` +
        "autoscaling/v1",
    ]);
  });
});

describe("scale of a built-in kind", () => {
  it.each<[JsonValue, string]>([
    ["5", "json: cannot unmarshal string into Go struct field ScaleSpec.spec.replicas of type int32"],
    [1.5, "json: cannot unmarshal number 1.5 into Go struct field ScaleSpec.spec.replicas of type int32"],
    [
      3_000_000_000,
      "json: cannot unmarshal number 3000000000 into Go struct field ScaleSpec.spec.replicas of type int32",
    ],
  ])("is read as Go reads it, and refuses %j replicas", async (replicas, why) => {
    const { send } = await startTestServer();
    const { status, json } = await send("PUT", "/apis/apps/v1/namespaces/default/deployments/w1/scale", {
      body: scale(replicas),
    });
    expect([status, json?.message]).toEqual([400, `Scale in version "v1" cannot be handled as a Scale: ${why}`]);
  });

  it("knows the fields that it has not", async () => {
    const { send } = await startTestServer();
    const target = "/apis/apps/v1/namespaces/default/deployments/w1/scale?fieldValidation=Strict";
    const { json } = await send("PUT", target, { body: { ...scale(1), x: 1 } });
    expect(json?.message).toBe(
      'Scale in version "v1" cannot be handled as a Scale: strict decoding error: unknown field "x"',
    );
  });
});

describe("status", () => {
  it("takes nothing but the status, however wrong the rest is", async () => {
    const { patch } = await start();
    const { status, json } = await patch(`${W1}/status`, {
      metadata: { labels: { no: "no" }, finalizers: ["a/b"] },
      spec: { replicas: 99 },
      status: { phase: "A" },
    });
    expect([status, json?.spec, json?.status]).toEqual([200, { replicas: 2, x: "y" }, { phase: "A" }]);
    expect(json?.metadata).toMatchObject({ generation: 1 });
    expect(json?.metadata).not.toHaveProperty("labels");
  });

  it("is left alone by writes of the object, and not there without the subresource", async () => {
    const { patch } = await start();
    await patch(`${W1}/status`, { status: { phase: "A" } });
    expect((await patch(W1, { status: { phase: "B" } })).json?.status).toEqual({ phase: "A" });
    const plain = await startTestServer();
    await defineWidgets(plain, {});
    await plain.send("POST", WIDGETS, { body: widget("w1") });
    for (const target of [`${W1}/status`, SCALE]) {
      expect(messageOf(await plain.send("GET", target))).toEqual([404, 'widgets.example.com "w1" not found']);
    }
  });
});
