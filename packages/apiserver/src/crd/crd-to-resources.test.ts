import { describe, expect, it } from "vitest";
import { DEFINITIONS, definition, specSchema, version } from "../testing/definitions.ts";
import { startTestServer } from "../testing/start-test-server.ts";

const WIDGET = { kind: "Widget", metadata: { name: "w" } };
const path = (name: string) => `/apis/example.com/${name}/namespaces/default/widgets`;

const versions = [
  version({ schema: specSchema({ a: { type: "string" }, n: { type: "integer", default: 1 } }) }),
  version({
    name: "v2",
    storage: false,
    schema: specSchema({ a: { type: "string" }, n: { type: "integer", default: 2 }, extra: { type: "string" } }),
  }),
  version({ name: "v1beta1", storage: false, deprecated: true }),
  version({ name: "v1alpha1", storage: false, deprecated: true, deprecationWarning: 'use "v2"' }),
  version({ name: "v0", storage: false, served: false }),
];

async function start() {
  const server = await startTestServer();
  await server.send("POST", DEFINITIONS, { body: definition({ versions }) });
  return server;
}

describe("crdToResources()", () => {
  it("serves the versions that are served", async () => {
    const { send } = await start();
    const answers = await Promise.all(["v1", "v2", "v1beta1", "v0"].map((name) => send("GET", path(name))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404]);
  });

  it("warns of deprecated versions, in the definition's words or naming the newest one", async () => {
    const { send } = await start();
    expect((await send("GET", path("v1beta1"))).headers.warning).toEqual([
      '299 - "example.com/v1beta1 Widget is deprecated; use example.com/v2 Widget"',
    ]);
    expect((await send("GET", path("v1alpha1"))).headers.warning).toEqual(['299 - "use \\"v2\\""']);
    expect((await send("GET", path("v1"))).headers.warning).toBeUndefined();
  });

  it("defaults by the version of the request, and keeps only what the stored version knows", async () => {
    const { send } = await start();
    const body = { apiVersion: "example.com/v2", ...WIDGET, spec: { a: "x", extra: "lost" } };
    expect((await send("POST", path("v2"), { body })).json?.spec).toEqual({ a: "x", n: 2 });
    const read = await send("GET", `${path("v1")}/w`);
    expect(read.json?.apiVersion).toBe("example.com/v1");
    expect(read.json?.spec).toEqual({ a: "x", n: 2 });
  });

  it("prunes what it reads by the version of the request", async () => {
    const { send } = await start();
    await send("POST", path("v1"), { body: { apiVersion: "example.com/v1", ...WIDGET, spec: { a: "x" } } });
    expect((await send("GET", `${path("v1alpha1")}/w`)).json?.spec).toBeUndefined();
    expect((await send("GET", `${path("v2")}/w`)).json?.spec).toEqual({ a: "x", n: 1 });
  });

  it("sets defaults of objects stored in another version by that version", async () => {
    const { send } = await start();
    await send("POST", path("v1"), { body: { apiVersion: "example.com/v1", ...WIDGET, spec: { a: "x" } } });
    const headers = { "content-type": "application/merge-patch+json" };
    const late = specSchema({ a: { type: "string" }, n: { type: "integer" }, late: { type: "string", default: "l" } });
    const moved = versions.map((each) => {
      const isNew = each.name === "v2";
      return { ...each, storage: isNew, ...(isNew ? { schema: late } : {}) };
    });
    const body = { spec: { versions: moved } };
    expect((await send("PATCH", `${DEFINITIONS}/widgets.example.com`, { body, headers })).status).toBe(200);
    expect((await send("GET", `${path("v2")}/w`)).json?.spec).toEqual({ a: "x", n: 1 });

    const touched = await send("PATCH", `${path("v2")}/w`, { body: {}, headers });
    expect(touched.json?.spec).toEqual({ a: "x", n: 1, late: "l" });
    expect(touched.json).toHaveProperty("metadata.generation", 2);
  });

  it("judges the next request by the new schema", async () => {
    const { send } = await startTestServer();
    await send("POST", DEFINITIONS, { body: definition({ versions: [version({ schema: specSchema({}) })] }) });
    const body = { apiVersion: "example.com/v1", ...WIDGET, spec: { a: "x" } };
    await send("POST", path("v1"), { body });
    const headers = { "content-type": "application/merge-patch+json" };
    const patch = { spec: { versions: [version({ schema: specSchema({ a: { type: "string", default: "d" } }) })] } };
    await send("PATCH", `${DEFINITIONS}/widgets.example.com`, { body: patch, headers });
    expect((await send("GET", `${path("v1")}/w`)).json?.spec).toEqual({ a: "d" });
  });
});
