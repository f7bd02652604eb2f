import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { DEFINITIONS, definition, version } from "./testing/definitions.ts";
import { startTestServer, type TestServer } from "./testing/start-test-server.ts";

const NAME = "widgets.example.com";
const WIDGETS = "/apis/example.com/v2/namespaces/default/widgets";
const MERGE = { "content-type": "application/merge-patch+json" };

const widget = (apiVersion: string, name: string): JsonObject => ({ apiVersion, kind: "Widget", metadata: { name } });

/** A server with two widgets; "old" is stored in a version that its CRD no longer has. */
async function start(): Promise<TestServer> {
  const server = await startTestServer();
  const { send } = server;
  const change = async (path: string, body: JsonObject) =>
    expect((await send("PATCH", `${DEFINITIONS}/${NAME}${path}`, { headers: MERGE, body })).status).toBe(200);
  const v2 = version({ name: "v2" });
  await send("POST", DEFINITIONS, { body: definition({ versions: [version({}), { ...v2, storage: false }] }) });
  await send("POST", WIDGETS, { body: widget("example.com/v2", "old") });
  await change("", { spec: { versions: [version({ storage: false }), v2] } });
  await send("POST", WIDGETS, { body: widget("example.com/v2", "new") });
  await change("/status", { status: { storedVersions: ["v2"] } });
  await change("", { spec: { versions: [v2] } });
  return server;
}

describe("an object stored in a version that its CRD no longer has", () => {
  it.each([
    ["read", "GET", "/old", {}],
    ["listed", "GET", "", {}],
    ["patched", "PATCH", "/old", { headers: MERGE, body: { metadata: { labels: { a: "b" } } } }],
    ["replaced", "PUT", "/old", { body: widget("example.com/v2", "old") }],
    ["deleted", "DELETE", "/old", {}],
    ["deleted with all others", "DELETE", "", {}],
  ])("cannot be %s", async (_, method, path, request) => {
    const { send } = await start();
    const { status, json } = await send(method, WIDGETS + path, request);
    expect([status, json?.message]).toEqual([
      500,
      "request to convert CR from an invalid group/version: example.com/v1",
    ]);
  });

  it("keeps its name, and blocks nothing else", async () => {
    const { send } = await start();
    expect((await send("POST", WIDGETS, { body: widget("example.com/v2", "old") })).status).toBe(409);
    expect((await send("GET", `${WIDGETS}/new`)).status).toBe(200);
    expect((await send("DELETE", `${WIDGETS}/new`)).status).toBe(200);
  });

  it("is there again when the version is", async () => {
    const { send } = await start();
    const body = { spec: { versions: [version({ storage: false }), version({ name: "v2" })] } };
    await send("PATCH", `${DEFINITIONS}/${NAME}`, { headers: MERGE, body });
    expect((await send("GET", `${WIDGETS}/old`)).status).toBe(200);
  });

  it("goes with its definition", async () => {
    const { send } = await start();
    await send("DELETE", `${DEFINITIONS}/${NAME}`);
    let status = 0;
    for (let turn = 0; turn < 100 && status !== 404; turn++) {
      status = (await send("GET", `${DEFINITIONS}/${NAME}`)).status;
    }
    expect(status).toBe(404);
  });
});
