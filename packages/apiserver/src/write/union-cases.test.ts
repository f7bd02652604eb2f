import type { JsonObject } from "@kiln/api";
import { NO_STAMP, sealObject } from "@kiln/kinds";
import { MemoryStore } from "@kiln/store/memory";
import { afterEach, describe, expect, it } from "vitest";
import { WIDGETS, widget, widgetDefinition } from "../testing/define-widgets.ts";
import { DEFINITIONS } from "../testing/definitions.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const W = `${WIDGETS}/w`;
const FIELDS = "fields-to-discriminateBy";
const text = { type: "string" };
const merge = { "content-type": "application/merge-patch+json" };

let server: TestServer;
let store: MemoryStore;
afterEach(() => server.close());

/** Creates the CRD of Widgets, directly in the store if the server would reject it. */
async function start(definition: JsonObject, { isStored = false } = {}): Promise<void> {
  store = new MemoryStore();
  if (isStored) {
    const first = await startTestServer({ store });
    const harmless = widgetDefinition({});
    await first.send("POST", DEFINITIONS, { body: harmless });
    const { json = {} } = await first.send("GET", `${DEFINITIONS}/widgets.example.com`);
    const key = "/registry/apiextensions.k8s.io/customresourcedefinitions/widgets.example.com";
    const entry = await store.get(key);
    first.server.close();
    const spec = { ...(json.spec as JsonObject), ...(definition.spec as JsonObject), conversion: { strategy: "None" } };
    const { resourceVersion: _, ...metadata } = json.metadata as JsonObject;
    await store.replace(key, sealed({ ...json, metadata, spec }), { revision: entry?.revision ?? 0 });
  }
  server = await startTestServer({ store });
  if (!isStored) {
    const answer = await server.send("POST", DEFINITIONS, { body: definition });
    expect(answer.status, answer.text).toBe(201);
  }
}

/** Stored bytes of an object as another API server writes it, without Kiln's decoding and schema. */
function sealed(object: JsonObject): Uint8Array {
  return sealObject(object, { uid: "u" }, NO_STAMP).value;
}

const post = (spec: JsonObject) => server.send("POST", WIDGETS, { body: widget("w", { spec }) });
const patch = (body: JsonObject, target = W) => server.send("PATCH", target, { body, headers: merge });
const apply = (spec: JsonObject, query = "") =>
  server.send("PATCH", `${W}?fieldManager=m${query}`, {
    body: widget("w", { spec }),
    headers: { "content-type": "application/apply-patch+yaml" },
  });
const put = async (spec: JsonObject, query = "") => {
  const { json = {} } = await server.send("GET", W);
  return server.send("PUT", W + query, { body: { ...json, spec } });
};

function protocol(values: string[]): JsonObject {
  return widgetDefinition({
    u: {
      type: "object",
      properties: { type: { ...text, enum: values }, http: { type: "object" }, tcp: { type: "object" } },
      "x-kubernetes-unions": [{ discriminator: "type", [FIELDS]: { http: "HTTP", tcp: "TCP" } }],
    },
  });
}

describe("a discriminator with an enum", () => {
  it("that lacks a mapped value is rejected with the CRD", async () => {
    server = await startTestServer();
    const answer = await server.send("POST", DEFINITIONS, { body: protocol(["http", "tcp"]) });
    expect([answer.status, answer.text]).toEqual([
      422,
      expect.stringContaining("must be a value of the discriminator"),
    ]);
  });

  it("that lacks a mapped value, in a CRD stored before, loses no member and keeps to at most one", async () => {
    await start(protocol(["http", "tcp"]), { isStored: true });
    expect((await post({ u: { type: "http", http: {} } })).json?.spec).toEqual({ u: { type: "http", http: {} } });
    expect((await patch({ spec: { u: { type: "tcp" } } })).json?.spec).toEqual({ u: { type: "tcp", http: {} } });
    expect((await put({ u: { type: "tcp", http: {}, tcp: {} } })).json?.spec).toEqual({ u: { type: "tcp", tcp: {} } });
  });

  it.each(["POST", "PUT", "PATCH"])("rejects other values and clears nothing, by %s", async (method) => {
    await start(protocol(["HTTP", "TCP"]));
    if (method !== "POST") {
      await post({ u: { http: {} } });
    }
    const spec = { u: { type: "UDP", http: {} } };
    const answer = await (method === "POST" ? post(spec) : method === "PUT" ? put(spec) : patch({ spec }));
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('Unsupported value: \\"UDP\\"')]);
    expect(answer.headers.warning).toBeUndefined();
    const { json } = await server.send("GET", W);
    expect(json?.spec).toEqual(method === "POST" ? undefined : { u: { type: "HTTP", http: {} } });
  });
});

const strategy = widgetDefinition({
  s: {
    type: "object",
    default: {},
    properties: {
      type: { ...text, enum: ["RollingUpdate", "Recreate", "BlueGreen"], default: "RollingUpdate" },
      rollingUpdate: { type: "object", properties: { maxSurge: { type: "integer" } } },
      blueGreen: { type: "object", properties: { pause: { type: "integer" } } },
    },
    "x-kubernetes-unions": [
      { discriminator: "type", [FIELDS]: { rollingUpdate: "RollingUpdate", blueGreen: "BlueGreen" } },
    ],
  },
});

const rolling = { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } };
const green = { type: "BlueGreen", blueGreen: { pause: 1 } };

describe("a discriminator with a default", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["is used where nothing is set", {}, { type: "RollingUpdate" }],
    ["agrees with its own member", { rollingUpdate: { maxSurge: 1 } }, rolling],
    ["gives way to another member", { blueGreen: { pause: 1 } }, green],
    ["is not used beside an explicit choice", { type: "Recreate" }, { type: "Recreate" }],
  ])("%s, on create and on apply, dry run or not", async (_, s, expected) => {
    await start(strategy);
    const dry = await server.send("POST", `${WIDGETS}?dryRun=All`, { body: widget("w", { spec: { s } }) });
    expect([dry.json?.spec, dry.headers.warning]).toEqual([{ s: expected }, undefined]);
    expect((await apply({ s }, "&dryRun=All")).json?.spec).toEqual({ s: expected });
    expect((await apply({ s })).json?.spec).toEqual({ s: expected });
    await server.send("DELETE", W);
    expect((await post({ s })).json?.spec).toEqual({ s: expected });
  });

  it("does not decide between two members that are set at once", async () => {
    await start(strategy);
    const answer = await post({ s: { rollingUpdate: {}, blueGreen: {} } });
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining("at most one of")]);
  });

  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ["another member replaces the defaulted one", rolling, { blueGreen: { pause: 1 } }, green],
    ["without a member the default comes back", green, {}, { type: "RollingUpdate" }],
    ["the member that stays is followed", green, { blueGreen: { pause: 1 } }, green],
  ])("on PUT: %s", async (_, before, s, expected) => {
    await start(strategy);
    await post({ s: before });
    expect((await put({ s }, "?dryRun=All")).json?.spec).toEqual({ s: expected });
    const answer = await put({ s });
    expect([answer.json?.spec, answer.headers.warning]).toEqual([{ s: expected }, undefined]);
  });

  it("on patch: a member, or null for the discriminator, decides as without a default", async () => {
    await start(strategy);
    await post({ s: {} });
    expect((await patch({ spec: { s: { blueGreen: { pause: 1 } } } })).json?.spec).toEqual({ s: green });
    expect((await patch({ spec: { s: { type: null } } })).json?.spec).toEqual({ s: green });
    expect((await patch({ spec: { s: { blueGreen: null } } })).json?.spec).toEqual({ s: { type: "BlueGreen" } });
    expect((await patch({ spec: { s: { type: null } } })).json?.spec).toEqual({ s: { type: "RollingUpdate" } });
  });

  it("on apply: what the applier takes back makes room for the default", async () => {
    await start(strategy);
    await apply({ s: { blueGreen: { pause: 1 } } });
    expect((await apply({ s: {} })).json?.spec).toEqual({ s: { type: "RollingUpdate" } });
  });

  it("on read: fills an old object only where it names what is set", async () => {
    await start(strategy);
    for (const [name, s] of Object.entries({ none: {}, own: { rollingUpdate: {} }, other: { blueGreen: {} } })) {
      const { metadata, ...rest } = widget(name, { spec: { s } });
      const object = { ...rest, metadata: { ...(metadata as JsonObject), namespace: "default", uid: name } };
      await store.create(`/registry/example.com/widgets/default/${name}`, sealed(object));
    }
    const read = async (name: string) => (await server.send("GET", `${WIDGETS}/${name}`)).json?.spec;
    expect(await read("none")).toEqual({ s: { type: "RollingUpdate" } });
    expect(await read("own")).toEqual({ s: { type: "RollingUpdate", rollingUpdate: {} } });
    expect(await read("other")).toEqual({ s: { blueGreen: {} } });
  });
});

describe("a subresource", () => {
  const part = {
    type: "object",
    properties: { type: text, a: text, b: text },
    "x-kubernetes-unions": [{ discriminator: "type", [FIELDS]: { a: "A", b: "B" } }],
  };

  function withStatus(root: JsonObject, subresources: JsonObject = { status: {} }): JsonObject {
    return widgetDefinition({}, { subresources, schema: { openAPIV3Schema: { type: "object", ...root } } });
  }

  it("of status may not be in a root union", async () => {
    server = await startTestServer();
    const properties = { spec: { type: "object" }, status: { type: "object" } };
    const unions = [{ [FIELDS]: { spec: "S", status: "T" } }];
    const body = withStatus({ properties, "x-kubernetes-unions": unions });
    const answer = await server.send("POST", DEFINITIONS, { body });
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining("status must not be a member")]);
  });

  it("of status never deletes spec, even if a stored CRD has it in a root union", async () => {
    const properties = { spec: { type: "object", properties: { a: text } }, status: part };
    const unions = [{ [FIELDS]: { spec: "S", status: "T" } }];
    await start(withStatus({ properties, "x-kubernetes-unions": unions }), { isStored: true });
    await post({ a: "x" });
    const answer = await patch({ status: { a: "y" } }, `${W}/status`);
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining("at most one of spec, status")]);
    expect((await server.send("GET", W)).json?.spec).toEqual({ a: "x" });
  });

  it("normalizes its own unions and no other", async () => {
    await start(withStatus({ properties: { spec: part, status: part } }));
    const metadata = { name: "w", namespace: "default", uid: "u" };
    const old = { ...widget("w"), metadata, spec: { a: "x" }, status: { b: "y" } };
    await store.create("/registry/example.com/widgets/default/w", sealed(old));
    const main = await patch({ metadata: { labels: { l: "m" } } });
    expect([main.json?.spec, main.json?.status]).toEqual([{ a: "x", type: "A" }, { b: "y" }]);
    const status = await patch({ status: { a: "z" } }, `${W}/status`);
    expect([status.json?.spec, status.json?.status]).toEqual([
      { a: "x", type: "A" },
      { a: "z", type: "A" },
    ]);
  });

  it("of scale follows with the discriminator and clears no other member", async () => {
    const spec = {
      type: "object",
      properties: { type: text, replicas: { type: "integer" }, auto: text, other: part },
      "x-kubernetes-unions": [{ discriminator: "type", [FIELDS]: { replicas: "Fixed", auto: "Auto" } }],
    };
    const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
    await start(withStatus({ properties: { spec } }, { scale }));
    const metadata = { name: "w", namespace: "default", uid: "u" };
    const old = { ...widget("w"), metadata, spec: { type: "None", other: { a: "x" } } };
    await store.create("/registry/example.com/widgets/default/w", sealed(old));
    expect((await patch({ spec: { replicas: 3 } }, `${W}/scale`)).status).toBe(200);
    const scaled = { type: "Fixed", replicas: 3, other: { a: "x" } };
    expect((await server.send("GET", W)).json?.spec).toEqual(scaled);
    await patch({ spec: { auto: "on", replicas: null } });
    const refused = await patch({ spec: { replicas: 4 } }, `${W}/scale`);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("at most one of replicas, auto")]);
    expect((await server.send("GET", W)).json?.spec).toMatchObject({ type: "Auto", auto: "on" });
  });
});
