import { describe, expect, it } from "vitest";
import { startTestServer } from "./testing/start-test-server.ts";

const crd = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                properties: {
                  size: { type: "integer", default: 1 },
                  region: { type: "string", "x-kubernetes-mutability": "Immutable" },
                },
              },
            },
          },
        },
      },
    ],
  },
};

const widgets = "/apis/example.com/v1/namespaces/default/widgets";
const widget = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "w1" } };

describe("createApiServer()", () => {
  it("serves a kind as soon as the create of its definition is answered", async () => {
    const { send } = await startTestServer();
    expect((await send("GET", widgets)).status).toBe(404);
    expect((await send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body: crd })).status).toBe(
      201,
    );
    const created = await send("POST", widgets, { body: { ...widget, spec: { region: "eu", junk: true } } });
    expect(created.status).toBe(201);
    expect(created.json?.spec).toEqual({ region: "eu", size: 1 });
    expect((await send("GET", `${widgets}/w1`)).json).toEqual(created.json);
  });

  it("knows its definitions and objects again when it is started on the same store", async () => {
    const first = await startTestServer();
    await first.send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body: crd });
    const created = await first.send("POST", widgets, { body: widget });
    first.server.close();
    const second = await startTestServer({ store: first.store });
    expect((await second.send("GET", `${widgets}/w1`)).json).toEqual(created.json);
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
