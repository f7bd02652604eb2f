import { type JsonObject, type JsonValue, objectAt } from "@kiln/api";
import { afterEach, describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget } from "../testing/define-widgets.ts";
import { causesOf } from "../testing/definitions.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const W = `${WIDGETS}/w`;
const APPLY = { "content-type": "application/apply-patch+yaml" };
const text = { type: "string" };

let server: TestServer;
afterEach(() => server.close());

async function start(properties: JsonObject, semantics: "kep" | "upstream" = "kep"): Promise<void> {
  server = await startTestServer({ semantics });
  await defineWidgets(server, properties);
}

function apply(rest: JsonObject, query = "", manager = "m") {
  return server.send("PATCH", `${W}?fieldManager=${manager}${query}`, { headers: APPLY, body: widget("w", rest) });
}

const item = { type: "object", required: ["k"], properties: { k: text, v: { type: "integer" } } };
const properties: JsonObject = {
  s: { type: "object", properties: { a: text, b: text, n: { type: "object", properties: { c: text } } } },
  m: { type: "object", additionalProperties: text },
  l: { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], items: item },
  set: { type: "array", "x-kubernetes-list-type": "set", items: text },
  maps: {
    type: "array",
    "x-kubernetes-list-type": "set",
    items: { type: "object", "x-kubernetes-map-type": "atomic", additionalProperties: text },
  },
  atomic: { type: "array", items: text },
  nullable: { type: "object", nullable: true, properties: { a: text } },
  open: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { typed: text } },
};

describe("applying a configuration without what it had before", () => {
  it.each<[string, JsonObject, JsonObject, JsonValue | undefined]>([
    ["the last field of a struct", { spec: { s: { a: "1" } } }, { spec: {} }, {}],
    ["the whole spec", { spec: { s: { a: "1" } } }, {}, undefined],
    ["one of two fields", { spec: { s: { a: "1", b: "2" } } }, { spec: { s: { a: "1" } } }, { s: { a: "1" } }],
    [
      "the last field of an inner struct",
      { spec: { s: { a: "1", n: { c: "2" } } } },
      { spec: { s: { a: "1" } } },
      { s: { a: "1" } },
    ],
    ["but not the struct itself", { spec: { s: { a: "1" } } }, { spec: { s: {} } }, { s: {} }],
    ["the last key of a map", { spec: { m: { a: "1" } } }, { spec: {} }, {}],
    ["every key, but not the map", { spec: { m: { a: "1" } } }, { spec: { m: {} } }, { m: {} }],
    ["the last item of a list map", { spec: { l: [{ k: "a" }] } }, { spec: {} }, {}],
    ["every item, but not the list", { spec: { l: [{ k: "a" }] } }, { spec: { l: [] } }, { l: [] }],
    ["the last member of a set", { spec: { set: ["a"] } }, { spec: {} }, {}],
    ["every member, but not the set", { spec: { set: ["a"] } }, { spec: { set: [] } }, { set: [] }],
    ["an atomic list", { spec: { atomic: ["a"] } }, { spec: {} }, {}],
    ["the last field of a nullable struct", { spec: { nullable: { a: "1" } } }, { spec: {} }, {}],
  ])("removes %s, and leaves no null", async (_, before, after, expected) => {
    await start(properties);
    expect((await apply(before)).status).toBe(201);
    const dry = await apply(after, "&dryRun=All");
    const applied = await apply(after);
    expect([dry.json?.spec, applied.json?.spec, applied.status]).toEqual([expected, expected, 200]);
    const again = await apply(after);
    expect(again.json?.spec).toEqual(expected);
  });

  it("leaves a struct that another manager applied empty", async () => {
    await start(properties);
    await apply({ spec: { s: {} } }, "", "other");
    await apply({ spec: { s: { a: "1" } } });
    expect((await apply({ spec: {} })).json?.spec).toEqual({ s: {} });
  });

  it("answers as Kubernetes with --semantics upstream", async () => {
    await start(properties, "upstream");
    await apply({ spec: { m: { a: "1" } } });
    const answer = await apply({ spec: { m: {} } });
    expect([answer.status, causesOf(answer)]).toEqual([
      422,
      [expect.stringContaining('spec.m: Invalid value: "null"')],
    ]);
  });
});

describe("applying unknown fields", () => {
  const unknown = { spec: { s: { a: "1", x: "2" }, maps: [], more: { y: 1 } }, top: true };

  it("prunes them with a warning, silently, or is rejected", async () => {
    await start(properties);
    const warned = await apply(unknown);
    expect([warned.status, warned.json?.spec]).toEqual([201, { s: { a: "1" }, maps: [] }]);
    expect([warned.headers.warning].flat()).toEqual(
      ["spec.more", "spec.s.x", "top"].map((path) => expect.stringContaining(`unknown field \\"${path}\\"`)),
    );
    expect((await apply(unknown, "&fieldValidation=Ignore")).headers.warning).toBeUndefined();
    const strict = await apply(unknown, "&fieldValidation=Strict");
    expect([strict.status, strict.text]).toEqual([
      400,
      expect.stringContaining("strict decoding error: unknown field"),
    ]);
    expect(JSON.stringify(warned.json?.metadata)).not.toContain("f:x");
  });

  it("prunes them from built-in kinds", async () => {
    server = await startTestServer();
    const target = "/api/v1/namespaces/default/configmaps/c?fieldManager=m";
    const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c", nmae: "d" }, data: { a: "b" }, dat: {} };
    const answer = await server.send("PATCH", target, { headers: APPLY, body });
    expect([answer.status, answer.json?.data, [answer.headers.warning].flat().length]).toEqual([201, { a: "b" }, 2]);
  });

  it("answers as Kubernetes with --semantics upstream", async () => {
    await start(properties, "upstream");
    const answer = await apply({ spec: { x: "1" } });
    expect([answer.status, answer.text]).toEqual([500, expect.stringContaining("field not declared in schema")]);
  });
});

describe("applying a set of atomic maps", () => {
  it("adds, replaces and removes members, and tracks who owns them", async () => {
    await start(properties);
    const steps: readonly (readonly [JsonObject, JsonValue | undefined])[] = [
      [{ maps: [{ a: "1" }] }, [{ a: "1" }]],
      [{ maps: [{ a: "2" }] }, [{ a: "2" }]],
      [{ maps: [{ b: "1" }, { a: "1" }] }, [{ b: "1" }, { a: "1" }]],
      [{}, undefined],
    ];
    for (const [spec, expected] of steps) {
      const answer = await apply({ spec });
      expect([answer.status < 300, objectAt(answer.json ?? {}, "spec").maps]).toEqual([true, expected]);
    }
    await apply({ spec: { maps: [{ z: "9", a: "1" }] } });
    await apply({ spec: { maps: [{ c: "3" }] } }, "", "other");
    const dropped = await apply({ spec: {} });
    expect(objectAt(dropped.json ?? {}, "spec").maps).toEqual([{ c: "3" }]);
  });
});

describe("no configuration is a 500", () => {
  const bad: readonly (readonly [string, JsonObject, number])[] = [
    ["a string for a struct", { spec: { s: "x" } }, 400],
    ["a list for a map", { spec: { m: [] } }, 400],
    ["a number for a string", { spec: { s: { a: 1 } } }, 400],
    ["a map for a list", { spec: { l: {} } }, 400],
    ["a string for spec", { spec: "x" }, 400],
    ["a value of the wrong type below a preserving node", { spec: { open: { typed: 1 } } }, 422],
    ["a list map item twice", { spec: { l: [{ k: "a" }, { k: "a" }] } }, 422],
    ["a list map item without its key", { spec: { l: [{ v: 1 }] } }, 422],
    ["a list map item that is null", { spec: { l: [null] } }, 422],
    ["a list map item that is a string", { spec: { l: ["x"] } }, 400],
    ["a member of a set twice", { spec: { set: ["a", "a"] } }, 422],
    ["a member that is null", { spec: { set: [null] } }, 422],
    ["a map in a set twice", { spec: { maps: [{ a: "1" }, { a: "1" }] } }, 422],
    ["a list in a set of maps", { spec: { maps: [["x"]] } }, 400],
    ["labels of the wrong type", { metadata: { name: "w", labels: { a: 1 } } }, 400],
    ["metadata that is a list", { metadata: [] as unknown as JsonObject }, 400],
    ["finalizers of the wrong type", { metadata: { name: "w", finalizers: [1] } }, 400],
    ["managedFields", { metadata: { name: "w", managedFields: [{}] } }, 400],
    ["another kind", { kind: "Gadget" }, 400],
    ["another version", { apiVersion: "example.com/v9" }, 400],
    ["no version", { apiVersion: "" }, 400],
    ["another name", { metadata: { name: "x" } }, 400],
  ];

  it.each(bad)("%s, on create and on update", async (_, rest, status) => {
    await start(properties);
    const created = await apply(rest);
    expect(created.status, created.text).toBe(status);
    await apply({ spec: { s: { a: "1" } } });
    const updated = await apply(rest);
    expect(updated.status, updated.text).toBe(status);
  });

  it("null where it means nothing is dropped, as in any other write", async () => {
    await start(properties);
    const answer = await apply({ spec: { s: null, m: { a: null }, l: null, set: null } });
    expect([answer.status, answer.json?.spec]).toEqual([201, { m: {} }]);
  });

  it("of built-in kinds either", async () => {
    server = await startTestServer();
    const target = "/api/v1/namespaces/default/secrets/s?fieldManager=m";
    for (const rest of [{ data: { a: "not base64!" } }, { data: "x" }, { type: 1 }, { immutable: "yes" }]) {
      const body = { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, ...rest };
      const answer = await server.send("PATCH", target, { headers: APPLY, body });
      expect([answer.status >= 400, answer.status < 500], answer.text).toEqual([true, true]);
    }
  });

  it("over managed fields of versions that do not exist", async () => {
    await start(properties);
    await apply({ spec: { s: { a: "1" } } });
    const { json = {} } = await server.send("GET", W);
    const entry = { manager: "x", operation: "Update", fieldsType: "FieldsV1", fieldsV1: { "f:spec": { "f:s": {} } } };
    const metadata = { ...(json.metadata as JsonObject), managedFields: [{ ...entry, apiVersion: "example.com/v9" }] };
    expect((await server.send("PUT", W, { body: { ...json, metadata } })).status).toBe(200);
    const answer = await apply({ spec: { s: { a: "2" } } }, "&force=true");
    expect(answer.status, answer.text).toBe(200);
  });
});
