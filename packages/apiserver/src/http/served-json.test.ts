import { describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS } from "../testing/define-widgets.ts";
import { startTestServer } from "../testing/start-test-server.ts";

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const TABLE = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };

describe("JSON answers", () => {
  it.each(["/api/v1/namespaces/nope", "/api/v1", "/apis", "/apis/apps", "/api/v1/namespaces/default"])(
    "of %s end with a line feed",
    async (path) => {
      const { send } = await startTestServer();
      expect((await send("GET", path)).text.endsWith("}\n")).toBe(true);
    },
  );

  it("of built-in kinds begin with kind, whatever verb gives them", async () => {
    const { send } = await startTestServer();
    const start = '{"kind":"ConfigMap","apiVersion":"v1","metadata":{';
    const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" } };
    for (const [method, path] of [
      ["POST", `${CONFIG_MAPS}?dryRun=All`],
      ["POST", CONFIG_MAPS],
      ["PUT", `${CONFIG_MAPS}/c`],
      ["GET", `${CONFIG_MAPS}/c`],
    ] as const) {
      const { text } = await send(method, path, method === "GET" ? {} : { body });
      expect(text.slice(0, start.length), `${method} ${path}`).toBe(start);
    }
  });

  it("of custom resources begin with apiVersion", async () => {
    const server = await startTestServer();
    await defineWidgets(server, {});
    const body = '{"kind":"Widget","apiVersion":"example.com/v1","metadata":{"name":"w"}}';
    const { text } = await server.send("POST", WIDGETS, { body });
    expect(text.startsWith('{"apiVersion":"example.com/v1","kind":"Widget","metadata":{')).toBe(true);
  });

  it.each<[string, string]>([
    ["/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", "reviews"],
    ["/api/v1/namespaces/default/bindings", "bindings"],
  ])("are never a Table of %s", async (path) => {
    const { send } = await startTestServer();
    const { status } = await send("POST", path, { body: {}, headers: TABLE });
    expect(status).toBe(406);
  });
});

describe("an Eviction in policy/v1beta1", () => {
  it("is taken as one in v1", async () => {
    const { send } = await startTestServer();
    const body = { apiVersion: "policy/v1beta1", kind: "Eviction", metadata: { name: "p" } };
    const { status, json } = await send("POST", "/api/v1/namespaces/default/pods/p/eviction", { body });
    expect([status, json?.message]).toEqual([404, 'pods "p" not found']);
  });
});
