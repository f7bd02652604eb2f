import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const V2 = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

function version(name: string, parts: JsonObject = {}): JsonObject {
  const spec = { type: "object", properties: { replicas: { type: "integer" } } };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec, status: spec } } };
  return { name, served: true, storage: false, schema, ...parts };
}

async function define(server: TestServer, plural: string, versions: JsonObject[]): Promise<void> {
  const kind = `${plural.charAt(0).toUpperCase()}${plural.slice(1, -1)}`;
  const body = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural, kind, shortNames: [plural.slice(0, 2)] },
      versions,
    },
  };
  const { status, text } = await server.send("POST", DEFINITIONS, { body });
  expect([status, status === 201 ? "" : text]).toEqual([201, ""]);
}

const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };

async function startWithWidgets(): Promise<TestServer> {
  const server = await startTestServer();
  await define(server, "widgets", [
    version("v1beta1", { storage: true }),
    version("v1", { subresources: { status: {}, scale } }),
    version("v2alpha1", { served: false }),
  ]);
  return server;
}

describe("discover()", () => {
  it("lists the versions of a group, the best first", async () => {
    const { send } = await startWithWidgets();
    const named = (name: string) => ({ groupVersion: `example.com/${name}`, version: name });
    const group = { name: "example.com", versions: [named("v1"), named("v1beta1")], preferredVersion: named("v1") };
    expect((await send("GET", "/apis/example.com")).json).toEqual({ kind: "APIGroup", apiVersion: "v1", ...group });
    const groups = (await send("GET", "/apis")).json?.groups as JsonObject[];
    const names = groups.map(({ name }) => name);
    expect([names[0], names[1], names.at(-1)]).toEqual(["apiregistration.k8s.io", "apps", "example.com"]);
    expect(groups.at(-1)).toEqual(group);
  });

  it("lists resources with their subresources", async () => {
    const { send } = await startWithWidgets();
    const verbs = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];
    const some = { singularName: "", namespaced: true, verbs: ["get", "patch", "update"] };
    expect((await send("GET", "/apis/example.com/v1")).json).toEqual({
      kind: "APIResourceList",
      apiVersion: "v1",
      groupVersion: "example.com/v1",
      resources: [
        {
          name: "widgets",
          singularName: "widget",
          namespaced: true,
          kind: "Widget",
          verbs,
          shortNames: ["wi"],
          storageVersionHash: "3KMbXL6XZiI=",
        },
        { name: "widgets/status", kind: "Widget", ...some },
        { name: "widgets/scale", group: "autoscaling", version: "v1", kind: "Scale", ...some },
      ],
    });
  });

  it("says everything at once to those who ask for it, and nothing twice", async () => {
    const server = await startWithWidgets();
    const accepting = { headers: { accept: `application/json,${V2}` } };
    const first = await server.send("GET", "/apis", accepting);
    expect(first.headers).toMatchObject({ "content-type": V2, vary: "Accept", "cache-control": "public" });
    expect(first.json).toMatchObject({
      kind: "APIGroupDiscoveryList",
      apiVersion: "apidiscovery.k8s.io/v2",
      metadata: {},
    });
    const items = first.json?.items as JsonObject[];
    expect(items.at(-1)).toMatchObject({
      metadata: { name: "example.com" },
      versions: [
        {
          version: "v1",
          freshness: "Current",
          resources: [
            {
              resource: "widgets",
              responseKind: { group: "example.com", version: "v1", kind: "Widget" },
              scope: "Namespaced",
              singularResource: "widget",
              subresources: [
                { subresource: "status", responseKind: { group: "example.com", version: "v1", kind: "Widget" } },
                { subresource: "scale", responseKind: { group: "autoscaling", version: "v1", kind: "Scale" } },
              ],
            },
          ],
        },
        { version: "v1beta1" },
      ],
    });
    const known = { headers: { ...accepting.headers, "if-none-match": String(first.headers.etag) } };
    expect(await server.send("GET", "/apis", known)).toMatchObject({ status: 304, text: "" });
    await define(server, "gadgets", [version("v1", { storage: true })]);
    const changed = await server.send("GET", "/apis", known);
    expect(changed.status).toBe(200);
    expect(changed.text).toContain('"resource":"gadgets"');
  });

  it.each([
    ["GET /api", V2, 200, "APIGroupDiscoveryList"],
    ["GET /api", "", 200, "APIVersions"],
    ["GET /apis", "*/*", 200, "APIGroupList"],
    ["GET /apis", V2.replace("v2", "v9"), 406, "Status"],
    ["GET /apis", `${V2.replace("v2", "v9")},application/json`, 200, "APIGroupList"],
    ["GET /apis/example.com/v1", V2, 406, "Status"],
    ["POST /apis/example.com", "", 200, "APIGroup"],
    ["POST /apis/example.com/v1/", "", 200, "APIResourceList"],
    ["POST /api", "", 405, "Status"],
    ["DELETE /api/v1", "", 405, "Status"],
    ["DELETE /apis/apiextensions.k8s.io/v1", "", 405, "Status"],
    ["PUT /version", "", 405, "Status"],
    ["GET /api/v2", "", 404, "Status"],
    ["GET /apis/apiextensions.k8s.io/v9", "", 404, "Status"],
    ["GET /apis/example.com/v2alpha1", "", 404, undefined],
    ["GET /apis/unknown.io", "", 404, undefined],
  ])("answers %s that accepts '%s' with %d %s", async (line, accept, code, kind) => {
    const { send } = await startWithWidgets();
    const [method = "", target = ""] = line.split(" ");
    const { status, json } = await send(method, target, { headers: { accept } });
    expect([status, json?.kind]).toEqual([code, kind]);
  });

  it.each([
    ["/api", 415],
    ["/api/v1", 415],
    ["/version", 415],
    ["/apis", 200],
    ["/apis/example.com/v1", 200],
  ])("looks at the type of no body where Kubernetes does: %s is %d", async (path, code) => {
    const { send } = await startWithWidgets();
    expect((await send("GET", path, { headers: { "content-type": "text/plain" } })).status).toBe(code);
  });

  it("keeps the storage version to itself where it is not served", async () => {
    const server = await startTestServer();
    await define(server, "widgets", [version("v1"), version("v0", { served: false, storage: true })]);
    const { json } = await server.send("GET", "/apis/example.com/v1");
    expect((json as { resources: JsonObject[] }).resources[0]).not.toHaveProperty("storageVersionHash");
  });

  it("lists every path at the root", async () => {
    const { send } = await startWithWidgets();
    const paths = (await send("GET", "/")).json?.paths as string[];
    expect(paths).toEqual([...paths].sort());
    expect(paths).toEqual(
      expect.arrayContaining(["/api", "/api/v1", "/apis/example.com/v1", "/healthz/ping", "/metrics"]),
    );
  });
});
