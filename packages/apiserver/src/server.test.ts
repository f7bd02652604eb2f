import { type JsonObject, statusForbidden } from "@kiln/api";
import { allFeatures } from "@kiln/kinds";
import { describe, expect, it } from "vitest";
import { createBuiltInKinds } from "./built-in-kinds.ts";
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

  it("serves a definition that it is given, and stores none", async () => {
    const names = { plural: "bells", singular: "bell", kind: "Bell", listKind: "BellList" };
    const schema = { openAPIV3Schema: { type: "object", properties: { status: { type: "string" } } } };
    const definition = {
      metadata: { name: "bells.example.com" },
      spec: {
        group: "example.com",
        names,
        scope: "Cluster",
        versions: [{ name: "v1", served: true, storage: true, schema }],
      },
      status: { acceptedNames: names, conditions: [{ type: "Established", status: "True", lastTransitionTime: null }] },
    };
    const prepareCreate = (object: JsonObject) => {
      object.status = "rings";
    };
    const { send, store } = await startTestServer({ definitions: [{ definition, strategy: { prepareCreate } }] });
    const body = { apiVersion: "example.com/v1", kind: "Bell", metadata: { name: "b" } };
    const created = await send("POST", "/apis/example.com/v1/bells", { body });
    expect([created.status, created.json?.status]).toEqual([201, "rings"]);
    expect((await send("GET", DEFINITIONS)).json?.items).toEqual([]);
    expect(store.peek("/registry/example.com/bells/b")).toBeDefined();
  });

  it("shares its kinds with other servers, and none of their objects", async () => {
    const kinds = createBuiltInKinds({ semantics: "kep", features: allFeatures });
    const [one, other] = await Promise.all([startTestServer({ kinds }), startTestServer({ kinds })]);
    const path = "/api/v1/namespaces/default/configmaps";
    expect((await one.send("POST", path, { body: { metadata: { name: "c" } } })).status).toBe(201);
    expect((await other.send("GET", `${path}/c`)).status).toBe(404);
  });

  it("asks further filters about what a user may do, and nothing else", async () => {
    const asked: string[] = [];
    const filter = {
      before: ({ info }: { info: { path: string } }) => {
        asked.push(info.path);
        throw statusForbidden({ group: "", resource: "pods" }, "p", "closed");
      },
    };
    const { send } = await startTestServer({ filters: [filter] });
    expect((await send("GET", "/api", { isAdmin: false })).status).toBe(401);
    expect((await send("GET", "/api/v1/pods")).status).toBe(403);
    expect(asked).toEqual(["/api/v1/pods"]);
  });

  it("answers 401 without a credential, except for health and version", async () => {
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
