import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { DEFINITIONS, definition, specSchema, version } from "../testing/definitions.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const WIDGETS = "/apis/example.com/v1/namespaces/default/widgets";
const MERGE = { "content-type": "application/merge-patch+json" };

/** A server with a widget that was stored before its schema had marks. */
async function start(spec: JsonObject): Promise<TestServer> {
  const server = await startTestServer();
  await server.send("POST", DEFINITIONS, { body: definition({ versions: [schemaOf({})] }) });
  const body = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "a" }, spec };
  expect((await server.send("POST", WIDGETS, { body })).status).toBe(201);
  return server;
}

function schemaOf(marks: JsonObject, unions: JsonObject = {}): JsonObject {
  const { openAPIV3Schema } = specSchema({ a: { type: "string", ...marks }, b: { type: "string" } });
  const root = openAPIV3Schema as { properties: { spec: JsonObject } };
  return version({
    schema: { openAPIV3Schema: { ...root, properties: { spec: { ...root.properties.spec, ...unions } } } },
  });
}

async function redefine({ send }: TestServer, versions: JsonObject[]): Promise<void> {
  const answer = await send("PATCH", `${DEFINITIONS}/widgets.example.com`, {
    headers: MERGE,
    body: { spec: { versions } },
  });
  expect(answer.status).toBe(200);
}

async function statusOf({ send }: TestServer, spec: JsonObject): Promise<number> {
  return (await send("PATCH", `${WIDGETS}/a`, { headers: MERGE, body: { spec } })).status;
}

describe("marks on a definition whose objects are there already", () => {
  it("hold for the next update once they are added, and no longer once they are gone", async () => {
    const server = await start({ a: "1" });
    expect(await statusOf(server, { a: "2" })).toBe(200);
    await redefine(server, [schemaOf({ "x-kubernetes-mutability": "Immutable" })]);
    expect(await statusOf(server, { a: "3" })).toBe(422);
    expect(await statusOf(server, { b: "new" })).toBe(200);
    await redefine(server, [schemaOf({})]);
    expect(await statusOf(server, { a: "3" })).toBe(200);
  });

  it("hold as well where an annotation carries them, for clients that drop what they do not know", async () => {
    const server = await start({ a: "1" });
    const annotate = (marks: JsonObject | null) =>
      server.send("PATCH", `${DEFINITIONS}/widgets.example.com`, {
        headers: MERGE,
        body: { metadata: { annotations: { "kiln/marks": marks && JSON.stringify({ v1: marks }) } } },
      });
    const onField = (name: string) => ({
      properties: { spec: { properties: { [name]: { "x-kubernetes-mutability": "Immutable" } } } },
    });
    expect((await annotate(onField("a"))).status).toBe(200);
    expect(await statusOf(server, { a: "2" })).toBe(422);
    const { status, json } = await annotate(onField("renamed"));
    expect([status, json?.message]).toEqual([
      422,
      expect.stringMatching(
        /metadata\.annotations\[kiln\/marks\].*does not fit v1: spec\.renamed is not in the schema$/,
      ),
    ]);
    expect((await annotate({ "x-kubernetes-mutability": "Immutable" })).status).toBe(422);
    expect((await annotate(null)).status).toBe(200);
    expect(await statusOf(server, { a: "2" })).toBe(200);
  });

  it("are followed as they are changed", async () => {
    const server = await start({ b: "1" });
    await redefine(server, [schemaOf({ "x-kubernetes-mutability": "RemoveOnly" })]);
    expect(await statusOf(server, { a: "1" })).toBe(422);
    await redefine(server, [schemaOf({ "x-kubernetes-mutability": "AddOnly" })]);
    expect(await statusOf(server, { a: "1" })).toBe(200);
    expect(await statusOf(server, { a: null })).toBe(422);
    await redefine(server, [schemaOf({ "x-kubernetes-mutability": "RemoveOnly" })]);
    expect(await statusOf(server, { a: null })).toBe(200);
  });

  it("leave stored objects as they are, whatever a union would make of them", async () => {
    const server = await start({ a: "1", b: "2" });
    await redefine(server, [
      schemaOf({}, { "x-kubernetes-unions": [{ "fields-to-discriminateBy": { a: "A", b: "B" } }] }),
    ]);
    expect((await server.send("GET", `${WIDGETS}/a`)).json).toHaveProperty("spec", { a: "1", b: "2" });
    expect(await statusOf(server, { a: "3" })).toBe(200);
    const patched = await server.send("PATCH", `${WIDGETS}/a`, { headers: MERGE, body: { spec: { b: null } } });
    expect(patched.json).toHaveProperty("spec", { a: "3" });
    const chosen = await server.send("PATCH", `${WIDGETS}/a`, { headers: MERGE, body: { spec: { b: "4" } } });
    expect(chosen.json).toHaveProperty("spec", { b: "4" });
  });
});

describe("marks in OpenAPI", () => {
  const mark = { "x-kubernetes-mutability": "Immutable" };
  const properties = {
    plain: { type: "string", ...mark },
    maybe: { type: "string", nullable: true, ...mark },
    port: { "x-kubernetes-int-or-string": true, ...mark },
    free: { type: "object", "x-kubernetes-preserve-unknown-fields": true, ...mark },
    list: { type: "array", items: { type: "string" }, "x-kubernetes-key-mutability": "AddOnly" },
    one: {
      type: "object",
      properties: { x: { type: "string" }, y: { type: "string" } },
      "x-kubernetes-unions": [{ "fields-to-discriminateBy": { x: "X", y: "Y" } }],
    },
  };
  const marked = Object.entries(properties).map(([name, schema]) => {
    const words = Object.entries(schema).filter(([key]) => /mutability|unions/.test(key));
    return [name, Object.fromEntries(words)] as const;
  });

  it.each([
    ["v3", "/openapi/v3/apis/example.com/v1", ["components", "schemas"]],
    ["v2", "/openapi/v2", ["definitions"]],
  ])("stay in %s wherever they are", async (_, target, place) => {
    const { send } = await startTestServer();
    await send("POST", DEFINITIONS, { body: definition({ versions: [version({ schema: specSchema(properties) })] }) });
    const { json } = await send("GET", target);
    for (const [name, words] of marked) {
      const path = [...place, "com.example.v1.Widget", "properties", "spec", "properties", name];
      expect(json).toHaveProperty(path, expect.objectContaining(words));
    }
  });

  it("stay in the protobuf form", async () => {
    const { send } = await startTestServer();
    await send("POST", DEFINITIONS, { body: definition({ versions: [version({ schema: specSchema(properties) })] }) });
    const accept = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";
    const { status, text } = await send("GET", "/openapi/v2", { headers: { accept } });
    expect(status).toBe(200);
    for (const word of ["x-kubernetes-mutability", "x-kubernetes-key-mutability", "x-kubernetes-unions"]) {
      expect(text).toContain(word);
    }
  });
});
