import { describe, expect, it } from "vitest";
import { WIDGETS, widget, widgetDefinition } from "./testing/define-widgets.ts";
import { DEFINITIONS } from "./testing/definitions.ts";
import { startTestServer } from "./testing/start-test-server.ts";

const crd = widgetDefinition({
  size: { type: "integer", default: 1 },
  region: { type: "string", "x-kubernetes-mutability": "Immutable" },
});

describe("createApiServer()", () => {
  it("serves a kind as soon as the create of its definition is answered", async () => {
    const { send } = await startTestServer();
    expect((await send("GET", WIDGETS)).status).toBe(404);
    expect((await send("POST", DEFINITIONS, { body: crd })).status).toBe(201);
    const created = await send("POST", WIDGETS, { body: widget("w1", { spec: { region: "eu", junk: true } }) });
    expect(created.status).toBe(201);
    expect(created.json?.spec).toEqual({ region: "eu", size: 1 });
    expect((await send("GET", `${WIDGETS}/w1`)).json).toEqual(created.json);
  });

  it("knows its definitions and objects again when it is started on the same store", async () => {
    const first = await startTestServer();
    await first.send("POST", DEFINITIONS, { body: crd });
    const created = await first.send("POST", WIDGETS, { body: widget("w1") });
    first.server.close();
    const second = await startTestServer({ store: first.store });
    expect((await second.send("GET", `${WIDGETS}/w1`)).json).toEqual(created.json);
  });

  it("lets nobody in without a credential, except to health and version", async () => {
    const { send } = await startTestServer({ hasBootstrapPolicy: true });
    const answers = await Promise.all(
      ["/api/v1/namespaces", "/apis", "/metrics", "/healthz", "/readyz", "/version"].map(async (path) => [
        path,
        (await send("GET", path, { isAdmin: false })).status,
      ]),
    );
    expect(Object.fromEntries(answers)).toEqual({
      "/api/v1/namespaces": 401,
      "/apis": 401,
      "/metrics": 401,
      "/healthz": 200,
      "/readyz": 200,
      "/version": 200,
    });
  });
});
