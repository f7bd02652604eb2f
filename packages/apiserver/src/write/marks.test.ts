import type { JsonObject } from "@kiln/api";
import { allFeatures } from "@kiln/kinds";
import type { MemoryStore } from "@kiln/store/memory";
import { describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget } from "../testing/define-widgets.ts";
import { startTestServer, type TestAnswer } from "../testing/start-test-server.ts";

const W = `${WIDGETS}/w`;

const text = { type: "string" };
const properties: JsonObject = {
  region: { ...text, "x-kubernetes-mutability": "Immutable" },
  size: { type: "integer" },
  source: {
    type: "object",
    properties: { kind: text, git: text, image: text },
    "x-kubernetes-unions": [{ discriminator: "kind", "fields-to-discriminateBy": { git: "Git", image: "Image" } }],
  },
};

async function start(features: Partial<typeof allFeatures> = {}, store?: MemoryStore) {
  const server = await startTestServer({ features: { ...allFeatures, ...features }, ...(store ? { store } : {}) });
  if (store === undefined) {
    await defineWidgets(server, properties);
  }
  const put = async (spec: JsonObject) => {
    const metadata = (await server.send("GET", W)).json?.metadata as JsonObject;
    return server.send("PUT", W, { body: widget("w", { metadata, spec }) });
  };
  const post = (spec: JsonObject) => server.send("POST", WIDGETS, { body: widget("w", { spec }) });
  return { ...server, put, post };
}

function causes({ json }: TestAnswer): readonly (readonly [unknown, unknown])[] {
  const list = ((json?.details as JsonObject | undefined)?.causes ?? []) as JsonObject[];
  return list.map(({ field, reason }) => [field, reason] as const);
}

describe("writes of kinds with marks and unions", () => {
  it("keep what is immutable, and tell it together with everything else that is wrong", async () => {
    const { post, put } = await start();
    await post({ region: "eu", size: 1 });
    const changed = await put({ region: "us", size: 1 });
    expect([changed.status, causes(changed)]).toEqual([422, [["spec.region", "FieldValueInvalid"]]]);
    const removed = await put({ size: 2 });
    expect(causes(removed)).toEqual([["spec.region", "FieldValueForbidden"]]);
    expect((await put({ region: "eu", size: 2 })).json?.spec).toEqual({ region: "eu", size: 2 });
  });

  it("clear what the client did not choose, and warn of what it sent in vain", async () => {
    const { post, put } = await start();
    const created = await post({ source: { kind: "Git", git: "g", image: "i" } });
    expect(created.json?.spec).toEqual({ source: { kind: "Git", git: "g" } });
    expect(created.headers.warning).toEqual([expect.stringContaining("spec.source.image")]);
    const changed = await put({ source: { kind: "Git", git: "g", image: "i" } });
    expect(changed.json?.spec).toEqual({ source: { kind: "Image", image: "i" } });
    const both = await put({ source: { git: "g", image: "i", kind: "" } });
    expect(both.json?.spec).toEqual({ source: { git: "g", kind: "Git" } });
  });

  it("count a generation only if something is left of the change", async () => {
    const { post, put } = await start();
    const created = await post({ source: { git: "g" } });
    const same = await put({ source: { git: "g", kind: "" } });
    expect([same.json?.spec, same.json?.metadata]).toEqual([created.json?.spec, created.json?.metadata]);
  });

  it("refuse a union with two new members, and tolerate one that was stored", async () => {
    const off = await start({ Unions: false });
    await off.post({ source: { git: "g", image: "i" } });
    off.server.close();
    const on = await start({}, off.store);
    const touched = await on.put({ source: { git: "g2", image: "i" }, size: 3 });
    expect([touched.status, touched.headers.warning]).toEqual([200, [expect.stringContaining("spec.source")]]);
    const other = await start();
    const refused = await other.post({ source: { git: "g", image: "i" } });
    expect([refused.status, causes(refused)]).toEqual([422, [["spec.source", "FieldValueInvalid"]]]);
  });

  it("leave marks alone while the feature is off, and find them again when it is on", async () => {
    const on = await start();
    await on.post({ region: "eu", size: 1 });
    on.server.close();
    const off = await start({ FieldMutability: false }, on.store);
    const definition = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.com";
    expect((await off.send("GET", definition)).text).toContain('"x-kubernetes-mutability":"Immutable"');
    const labelled = await off.send("PATCH", definition, {
      body: { metadata: { labels: { a: "b" } } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    expect(labelled.text).toContain('"x-kubernetes-mutability":"Immutable"');
    expect((await off.put({ region: "us", size: 1 })).json?.spec).toEqual({ region: "us", size: 1 });
    off.server.close();
    const again = await start({}, on.store);
    expect((await again.put({ region: "eu", size: 1 })).status).toBe(422);
    expect((await again.put({ region: "us", size: 2 })).status).toBe(200);
  });
});
