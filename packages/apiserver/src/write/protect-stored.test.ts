import type { JsonObject } from "@kiln/api";
import { afterEach, describe, expect, it } from "vitest";
import { createConversionHook } from "../testing/conversion-hook.ts";
import { causesOf, DEFINITIONS, definition, version } from "../testing/definitions.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const path = (name: string) => `/apis/example.com/${name}/namespaces/default/widgets`;
const W1 = `${path("v1")}/w`;
const W2 = `${path("v2")}/w`;
const MERGE = { "content-type": "application/merge-patch+json" };
const JSON_PATCH = { "content-type": "application/json-patch+json" };
const APPLY = { "content-type": "application/apply-patch+yaml" };
const FIELDS = "fields-to-discriminateBy";

const text = { type: "string" };
const number = { type: "integer" };
const immutable = { ...text, "x-kubernetes-mutability": "Immutable" };
const addOnly = { ...text, "x-kubernetes-mutability": "AddOnly" };

let server: TestServer;
afterEach(() => server.close());

interface Versions {
  readonly v1: JsonObject;
  readonly v2: JsonObject;
  readonly stored?: "v1" | "v2";
  readonly spec?: JsonObject;
  readonly annotations?: JsonObject;
}

function widgets({ v1, v2, stored = "v1", spec = {}, annotations = {} }: Versions): JsonObject {
  const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
  const status = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  return definition({
    annotations,
    spec,
    versions: Object.entries({ v1, v2 }).map(([name, properties]) => {
      const all = { spec: { type: "object", properties: { ...properties, replicas: number } }, status };
      const schema = { openAPIV3Schema: { type: "object", properties: all } };
      return version({ name, storage: name === stored, schema, subresources: { status: {}, scale } });
    }),
  });
}

async function start(versions: Versions, options: Parameters<typeof startTestServer>[0] = {}): Promise<string[]> {
  server = await startTestServer(options);
  const answer = await server.send("POST", DEFINITIONS, { body: widgets(versions) });
  expect(answer.status, answer.text).toBe(201);
  return [answer.headers.warning ?? []].flat().map(String);
}

function widget(apiVersion: string, spec: JsonObject): JsonObject {
  return { apiVersion: `example.com/${apiVersion}`, kind: "Widget", metadata: { name: "w" }, spec };
}

const create = (apiVersion: string, spec: JsonObject) =>
  server.send("POST", path(apiVersion), { body: widget(apiVersion, spec) });
const specOf = async (target: string) => (await server.send("GET", target)).json?.spec;

/** All verbs that write the object through v2, with bodies that contain nothing of its spec. */
const writes: readonly (readonly [string, () => Promise<{ status: number; text: string }>])[] = [
  ["a merge patch", () => server.send("PATCH", W2, { headers: MERGE, body: { metadata: { labels: { a: "b" } } } })],
  [
    "a JSON patch",
    () =>
      server.send("PATCH", W2, { headers: JSON_PATCH, body: '[{"op":"add","path":"/metadata/labels","value":{}}]' }),
  ],
  [
    "an apply",
    () =>
      server.send("PATCH", `${W2}?fieldManager=m&force=true`, { headers: APPLY, body: widget("v2", { replicas: 2 }) }),
  ],
  [
    "an update",
    async () => {
      const { json = {} } = await server.send("GET", W2);
      return server.send("PUT", W2, { body: { ...json, spec: { replicas: 3 } } });
    },
  ],
  ["a status patch", () => server.send("PATCH", `${W2}/status`, { headers: MERGE, body: { status: { a: 1 } } })],
  [
    "a status update",
    async () => {
      const { json = {} } = await server.send("GET", W2);
      return server.send("PUT", `${W2}/status`, { body: { ...json, status: { a: 2 } } });
    },
  ],
  [
    "a status apply",
    () =>
      server.send("PATCH", `${W2}/status?fieldManager=s`, {
        headers: APPLY,
        body: { ...widget("v2", {}), status: { a: 3 } },
      }),
  ],
  ["a scale patch", () => server.send("PATCH", `${W2}/scale`, { headers: MERGE, body: { spec: { replicas: 4 } } })],
  [
    "a scale update",
    async () => {
      const { json = {} } = await server.send("GET", `${W2}/scale`);
      return server.send("PUT", `${W2}/scale`, { body: { ...json, spec: { replicas: 5 } } });
    },
  ],
];

describe("a write through a version that does not have a marked field", () => {
  it.each(writes)("keeps the field: %s", async (_, write) => {
    const v1 = { i: immutable, a: addOnly, plain: text };
    await start({ v1, v2: { plain: text } });
    await create("v1", { i: "orig", a: "orig", plain: "p", replicas: 1 });
    const answer = await write();
    expect(answer.status, answer.text).toBe(200);
    expect(await specOf(W1)).toMatchObject({ i: "orig", a: "orig" });
    const changed = await server.send("PATCH", W1, { headers: MERGE, body: { spec: { a: "EVIL" } } });
    expect([changed.status, causesOf(changed)]).toEqual([422, [expect.stringContaining("spec.a: ")]]);
  });

  it.each(writes)("keeps members and discriminator of a union together: %s", async (_, write) => {
    const union = [{ discriminator: "type", [FIELDS]: { a: "A", b: "B" } }];
    const u = { type: "object", properties: { type: text, a: text, b: text }, "x-kubernetes-unions": union };
    await start({ v1: { u }, v2: {} });
    await create("v1", { u: { b: "x" }, replicas: 1 });
    const answer = await write();
    expect(answer.status, answer.text).toBe(200);
    expect(await specOf(W1)).toMatchObject({ u: { type: "B", b: "x" } });
  });

  it("keeps fields deep in structs, maps and lists, and loses what no mark protects", async () => {
    const item = { type: "object", required: ["k"], properties: { k: text, v: text } };
    const keyed = { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] };
    const marked = { ...item, properties: { ...item.properties, i: immutable, lost: text } };
    const shape = (items: JsonObject, values: JsonObject) => ({
      list: { ...keyed, items },
      plain: { type: "array", items },
      map: { type: "object", additionalProperties: values },
    });
    await start({ v1: shape(marked, marked), v2: shape(item, item) });
    const full = (k: string) => ({ k, v: "v", i: `i-${k}`, lost: "l" });
    await create("v1", { list: [full("a"), full("b")], plain: [full("a")], map: { m: full("x") } });
    const thin = (k: string) => ({ k, v: "w" });
    const { json = {} } = await server.send("GET", W2);
    const spec = { list: [thin("c"), thin("b"), thin("a")], plain: [thin("a")], map: { m: thin("x"), n: thin("y") } };
    const answer = await server.send("PUT", W2, { body: { ...json, spec } });
    expect(answer.status, answer.text).toBe(200);
    const kept = (k: string) => ({ k, v: "w", i: `i-${k}` });
    expect(await specOf(W1)).toEqual({
      list: [thin("c"), kept("b"), kept("a")],
      plain: [kept("a")],
      map: { m: kept("x"), n: thin("y") },
    });
  });

  it("keeps everything below a mark, and the stored value rather than a default", async () => {
    const s = (properties: JsonObject) => ({ type: "object", properties });
    const v1 = {
      s: { ...s({ a: text, b: text }), "x-kubernetes-mutability": "Immutable" },
      d: { ...immutable, default: "fallback" },
      keys: { type: "object", additionalProperties: text, "x-kubernetes-key-mutability": "AddOnly" },
    };
    await start({ v1, v2: { s: s({ a: text }), keys: s({ known: text }) } });
    await create("v1", { s: { a: "1", b: "2" }, d: "given", keys: { known: "k", other: "o" } });
    const labeled = await server.send("PATCH", W2, { headers: MERGE, body: { spec: { replicas: 7 } } });
    expect(labeled.status, labeled.text).toBe(200);
    expect(await specOf(W1)).toEqual({
      s: { a: "1", b: "2" },
      d: "given",
      keys: { known: "k", other: "o" },
      replicas: 7,
    });
  });

  it("may remove a parent only where the mark allows it", async () => {
    const p = (properties: JsonObject) => ({ type: "object", properties });
    await start({ v1: { p: p({ i: immutable, n: text }) }, v2: { p: p({ n: text }) } });
    await create("v1", { p: { i: "x", n: "y" } });
    const removed = await server.send("PATCH", W2, { headers: MERGE, body: { spec: { p: null } } });
    expect([removed.status, causesOf(removed)]).toEqual([
      422,
      [expect.stringMatching(/^spec\.p\.i: .*may not be removed.*in the storage version example\.com\/v1/)],
    ]);
    const dry = await server.send("PATCH", `${W2}?dryRun=All`, { headers: MERGE, body: { spec: { p: null } } });
    expect(dry.status).toBe(422);
  });

  it("keeps the field while an object with finalizers is deleted", async () => {
    await start({ v1: { i: immutable }, v2: {} });
    await create("v1", { i: "orig" });
    const finalizers = { metadata: { finalizers: ["example.com/hold"] } };
    expect((await server.send("PATCH", W2, { headers: MERGE, body: finalizers })).status).toBe(200);
    expect((await server.send("DELETE", W2)).status).toBe(200);
    expect((await server.send("PATCH", W2, { headers: MERGE, body: { spec: { replicas: 1 } } })).status).toBe(200);
    expect(await specOf(W1)).toEqual({ i: "orig", replicas: 1 });
    const released = { metadata: { finalizers: null } };
    expect((await server.send("PATCH", W2, { headers: MERGE, body: released })).status).toBe(200);
    expect((await server.send("GET", W1)).status).toBe(404);
  });

  it("changes nothing if the client changes nothing", async () => {
    await start({ v1: { i: immutable }, v2: {} });
    const { json = {} } = await create("v1", { i: "orig" });
    const same = await server.send("PATCH", W2, { headers: MERGE, body: {} });
    expect(same.json?.metadata).toMatchObject({
      resourceVersion: (json.metadata as JsonObject).resourceVersion as string,
    });
  });
});

describe("marks of several versions", () => {
  it.each(["v1", "v2"] as const)("hold in all of them, stored in %s", async (stored) => {
    const warnings = await start({ v1: { a: immutable, b: text }, v2: { a: text, b: addOnly }, stored });
    expect(warnings).toHaveLength(2);
    await create("v1", { a: "1" });
    for (const target of [W1, W2]) {
      const body = { spec: { a: "2" } };
      expect((await server.send("PATCH", target, { headers: MERGE, body })).status).toBe(422);
    }
    const set = { headers: MERGE, body: { spec: { b: "1" } } };
    expect((await server.send("PATCH", W1, set)).status).toBe(200);
    for (const target of [W1, W2]) {
      const body = { spec: { b: "2" } };
      expect((await server.send("PATCH", target, { headers: MERGE, body })).status).toBe(422);
    }
  });

  it("hold where another version keeps fields that it does not name", async () => {
    const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    const closed = { type: "object", properties: { i: immutable } };
    await start({ v1: { p: closed }, v2: { p: open }, stored: "v2" });
    await create("v2", { p: { i: "1" } });
    const changed = await server.send("PATCH", W2, { headers: MERGE, body: { spec: { p: { i: "2" } } } });
    expect(changed.status).toBe(422);
  });
});

describe("unions that differ between versions", () => {
  const fields = { type: text, a: text, b: text, c: text };
  const u = (members: JsonObject, names = Object.keys(fields)) => ({
    type: "object",
    properties: Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))),
    ...(Object.keys(members).length === 0
      ? {}
      : { "x-kubernetes-unions": [{ discriminator: "type", [FIELDS]: members }] }),
  });

  it("are normalized through a version that declares the fields and no union", async () => {
    await start({ v1: { u: u({ a: "A", b: "B" }) }, v2: { u: u({}) } });
    await create("v2", { u: { a: "1" } });
    expect(await specOf(W1)).toEqual({ u: { type: "A", a: "1" } });
    await server.send("PATCH", W2, { headers: MERGE, body: { spec: { u: { b: "2" } } } });
    expect(await specOf(W1)).toEqual({ u: { type: "B", b: "2" } });
    const both = await server.send("POST", `${path("v2")}?dryRun=All`, {
      body: widget("v2", { u: { a: "1", b: "2" } }),
    });
    expect(both.status).toBe(422);
  });

  it("give way to a member that the client sets in a version that does not show the other", async () => {
    await start({ v1: { u: u({ a: "A", b: "B" }) }, v2: { u: u({}, ["a"]) } });
    await create("v1", { u: { b: "2" } });
    const set = await server.send("PATCH", W2, { headers: MERGE, body: { spec: { u: { a: "1" } } } });
    expect(set.status, set.text).toBe(200);
    expect(await specOf(W1)).toEqual({ u: { type: "A", a: "1" } });
  });

  it("lose nothing where their discriminators mean different things", async () => {
    await start({ v1: { u: u({ a: "A", b: "B" }) }, v2: { u: u({ a: "Alpha", b: "Beta" }) } });
    expect((await create("v2", { u: { type: "Alpha", a: "1" } })).json?.spec).toEqual({ u: { type: "Alpha", a: "1" } });
    expect(await specOf(W1)).toEqual({ u: { type: "Alpha", a: "1" } });
    await server.send("PATCH", W2, { headers: MERGE, body: { spec: { u: { b: "2" } } } });
    expect(await specOf(W1)).toEqual({ u: { type: "Beta", b: "2" } });
  });

  it("allow one member each where they share some", async () => {
    await start({ v1: { u: u({ a: "A", b: "B" }) }, v2: { u: u({ b: "B", c: "C" }) } });
    const refused = await create("v1", { u: { b: "1", c: "2" } });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("at most one of b, c")]);
    expect((await create("v1", { u: { a: "1", c: "2" } })).status).toBe(201);
  });
});

describe("versions between which a webhook converts", () => {
  const conversion = {
    strategy: "Webhook",
    webhook: { clientConfig: { url: "https://hook.example.com/convert" }, conversionReviewVersions: ["v1"] },
  };

  it("cannot change what the storage version protects", async () => {
    const hook = createConversionHook();
    const v1 = { size: immutable, color: text };
    const warnings = await start(
      { v1, v2: { length: text, color: text }, spec: { conversion } },
      { webhooks: { transport: hook.transport } },
    );
    expect(warnings).toEqual([
      expect.stringContaining("v2 does not have the field: what the conversion webhook makes"),
    ]);
    await create("v2", { length: "1" });
    const changed = await server.send("PATCH", W2, { headers: MERGE, body: { spec: { length: "2" } } });
    expect([changed.status, causesOf(changed)]).toEqual([422, [expect.stringContaining("spec.size: ")]]);
    const other = await server.send("PATCH", W2, { headers: MERGE, body: { spec: { color: "red" } } });
    expect(other.status, other.text).toBe(200);
    expect(await specOf(W1)).toEqual({ size: "1", color: "red" });
  });
});

describe("versions between which a map of fields converts", () => {
  const annotations = {
    "kiln/conversion": JSON.stringify([{ v1: ".spec.paint", v2: ".spec.color" }, { v2: ".spec.mode" }]),
  };

  it.each(["v1", "v2"] as const)("protect what the other has elsewhere or not at all, stored in %s", async (stored) => {
    await start({ v1: { paint: text }, v2: { color: immutable, mode: immutable }, stored, annotations });
    await create("v2", { color: "red", mode: "m" });
    const changed = await server.send("PATCH", W1, { headers: MERGE, body: { spec: { paint: "blue" } } });
    expect([changed.status, changed.text]).toEqual([422, expect.stringContaining("spec.color")]);
    const { json = {} } = await server.send("GET", W1);
    const { annotations: _, ...metadata } = json.metadata as JsonObject;
    const bare = await server.send("PUT", W1, { body: { ...json, metadata, spec: { paint: "red" } } });
    expect(bare.status, bare.text).toBe(200);
    expect(await specOf(W2)).toEqual({ color: "red", mode: "m" });
  });
});

describe("the server, when it takes a CRD", () => {
  it.each<[string, Versions, string[]]>([
    [
      "whose versions mark a field differently",
      { v1: { a: immutable }, v2: { a: text } },
      ['x-kubernetes-mutability of \\"spec.a\\" differs between v1 and v2: each holds in both'],
    ],
    [
      "whose other version lacks a marked field",
      { v1: { a: immutable }, v2: {} },
      ['of \\"spec.a\\" is in v1, and v2 does not have the field: a write through v2 keeps its stored value'],
    ],
    [
      "whose storage version lacks a marked field",
      { v1: {}, v2: { a: immutable } },
      ['of \\"spec.a\\" is in v2, and v1 does not have the field: the storage version v1 cannot keep it'],
    ],
    [
      "with a union in one version",
      {
        v1: { u: { type: "object", properties: { a: text }, "x-kubernetes-unions": [{ [FIELDS]: { a: "A" } }] } },
        v2: { u: { type: "object", properties: { a: text } } },
      },
      ['x-kubernetes-unions of \\"spec.u\\" differs between v1 and v2'],
    ],
  ])("%s, warns", async (_, versions, expected) => {
    expect(await start(versions)).toEqual(expected.map((each) => expect.stringContaining(each)));
  });
});
