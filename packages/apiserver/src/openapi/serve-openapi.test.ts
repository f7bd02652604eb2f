import type { JsonObject } from "@kiln/api";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEFINITIONS, definition, specSchema, version } from "../testing/definitions.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const V1 = "/openapi/v3/apis/example.com/v1";
const PROTOBUF_V2 = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";
const PROTOBUF_V3 = "application/com.github.proto-openapi.spec.v3@v1.0+protobuf";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

async function define(properties: JsonObject, plural = "widgets", kind = "Widget"): Promise<void> {
  const body = definition({ plural, names: { kind }, versions: [version({ schema: specSchema(properties) })] });
  const { status, text } = await server.send("POST", DEFINITIONS, { body });
  if (status !== 201) {
    throw new Error(text);
  }
}

/** Value at the path `keys` of a response. */
function at(json: JsonObject | undefined, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], json);
}

async function urlOf(path: string): Promise<string | undefined> {
  const { json } = await server.send("GET", "/openapi/v3");
  return at(json, "paths", path, "serverRelativeURL") as string | undefined;
}

describe("the index of OpenAPI v3", () => {
  it("leads to one document a group version", async () => {
    await define({});
    const { json, headers } = await server.send("GET", "/openapi/v3");
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    const paths = Object.keys(json?.paths as JsonObject);
    expect(paths).toEqual(expect.arrayContaining(["api/v1", "apis/apiextensions.k8s.io/v1", "apis/example.com/v1"]));
    expect(paths).toEqual([...paths].sort());
  });

  it("leads to a document for each path of discovery, but for no group of custom resources", async () => {
    await define({});
    const { json } = await server.send("GET", "/openapi/v3");
    const paths = Object.keys(json?.paths as JsonObject);
    expect(paths).toEqual(expect.arrayContaining(["api", "apis", "apis/apps", "apis/apiextensions.k8s.io", "version"]));
    for (const absent of ["apis/example.com", "openid/v1/jwks", ".well-known/openid-configuration"]) {
      expect(paths).not.toContain(absent);
    }
    const group = await server.send("GET", (await urlOf("apis/rbac.authorization.k8s.io")) ?? "");
    expect(group.headers["cache-control"]).toBe("public, immutable");
    const operation = at(group.json, "paths", "/apis/rbac.authorization.k8s.io/", "get");
    expect(operation).toMatchObject({ operationId: "getRbacAuthorizationAPIGroup", tags: ["rbacAuthorization"] });
    const schemas = at(group.json, "components", "schemas") as JsonObject;
    expect(Object.keys(schemas).map((name) => name.split(".").at(-1))).toEqual([
      "APIGroup",
      "GroupVersionForDiscovery",
      "ServerAddressByClientCIDR",
    ]);
    const headers = { accept: PROTOBUF_V3 };
    expect(await server.send("GET", "/openapi/v3/version", { headers })).toMatchObject({ status: 200 });
    const swagger = await server.send("GET", "/openapi/v2");
    for (const path of ["/api/", "/apis/", "/apis/apps/", "/version/"]) {
      expect(at(swagger.json, "paths", path, "get", "responses", "200")).toBeDefined();
    }
    expect(at(swagger.json, "definitions", "io.k8s.apimachinery.pkg.version.Info", "required")).toHaveLength(9);
  });

  it("gives a new hash to what changed and keeps that of what did not", async () => {
    await define({});
    const [widgets, core] = [await urlOf("apis/example.com/v1"), await urlOf("api/v1")];
    await define({}, "gadgets", "Gadget");
    expect(await urlOf("apis/example.com/v1")).not.toBe(widgets);
    expect(await urlOf("api/v1")).toBe(core);
  });

  it("keeps the hash of a definition whose conditions change", async () => {
    await define({});
    const before = await urlOf("apis/example.com/v1");
    const patch = { metadata: { finalizers: ["example.com/hold"], labels: { a: "b" } } };
    await server.send("PATCH", `${DEFINITIONS}/widgets.example.com`, {
      body: patch,
      headers: { "content-type": "application/merge-patch+json" },
    });
    await server.send("DELETE", `${DEFINITIONS}/widgets.example.com`);
    expect(await urlOf("apis/example.com/v1")).toBe(before);
  });
});

describe("a document of OpenAPI v3", () => {
  it("may be kept forever under its hash", async () => {
    await define({});
    const url = (await urlOf("apis/example.com/v1")) ?? "";
    const { status, headers } = await server.send("GET", url);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "cache-control": "public, immutable",
      etag: `"${url.split("hash=")[1]}"`,
      expires: "Sat, 02 Jan 2027 03:04:05 UTC",
      vary: "Accept",
    });
  });

  it("is elsewhere if another hash is asked for", async () => {
    await define({});
    const { status, headers } = await server.send("GET", `${V1}?hash=0000`);
    expect([status, headers.location]).toEqual([301, await urlOf("apis/example.com/v1")]);
  });

  it("is not sent to who has it", async () => {
    await define({});
    const { headers } = await server.send("GET", V1);
    const again = await server.send("GET", V1, { headers: { "if-none-match": `W/"x", ${headers.etag}` } });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  it.each([
    ["/openapi/v3/apis/nowhere.example.com/v1", {}, 404, undefined],
    ["/openapi/v3/", {}, 404, undefined],
    ["/openapi/v3/apis//v1", {}, 404, undefined],
    ["/openapi/v3/api/v1", { accept: "text/html" }, 406, undefined],
    ["/openapi/v3/api/v1", { accept: "nothing" }, 200, undefined],
    ["/openapi/v3/api/v1", { accept: PROTOBUF_V3 }, 200, "application/com.github.proto-openapi.spec.v3.v1.0+protobuf"],
    ["/openapi/v2", { accept: "text/html" }, 406, undefined],
    ["/openapi/v2", { accept: PROTOBUF_V2 }, 200, "application/com.github.proto-openapi.spec.v2.v1.0+protobuf"],
    ["/openapi/v2/", {}, 404, "text/plain; charset=utf-8"],
  ])("answers %s %j with %i", async (path, headers, status, type) => {
    const answer = await server.send("GET", path, { headers });
    expect([answer.status, answer.headers["content-type"]]).toEqual([status, type]);
  });

  it("names the kind, its list and all they refer to", async () => {
    await define({ size: { type: "integer" } });
    const { json } = await server.send("GET", V1);
    const schemas = at(json, "components", "schemas") as JsonObject;
    expect(at(schemas, "com.example.v1.Widget", "properties", "spec", "properties")).toEqual({
      size: { type: "integer" },
    });
    expect(at(schemas, "com.example.v1.WidgetList", "properties", "items", "items")).toEqual({
      $ref: "#/components/schemas/com.example.v1.Widget",
    });
    const references = new Set(JSON.stringify(json).match(/(?<=#\/components\/schemas\/)[\w.-]+/g));
    expect([...references].filter((name) => !Object.hasOwn(schemas, name))).toEqual([]);
  });

  it.each([
    [V1, "components", "schemas", ["/v1", "admissionregistration.k8s.io/v1"], 53],
    ["/openapi/v3/apis/apps/v1", "components", "schemas", ["/v1", "apps/v1"], 2],
    ["/openapi/v3/api/v1", "components", "schemas", ["/v1"], 1],
    ["/openapi/v2", "definitions", undefined, ["/v1", "admission.k8s.io/v1"], 60],
  ] as const)("names in %s the groups that have DeleteOptions", async (path, first, second, kinds, count) => {
    await define({});
    const { json } = await server.send("GET", path);
    const name = "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions";
    const keys = second === undefined ? [first] : [first, second];
    const known = at(json, ...keys, name, "x-kubernetes-group-version-kind") as { group: string; version: string }[];
    expect(known).toHaveLength(count);
    expect(known.slice(0, 2).map(({ group, version: served }) => `${group}/${served}`)).toEqual(kinds);
  });

  it("tells kubectl that the server validates fields", async () => {
    const { json } = await server.send("GET", "/openapi/v3/api/v1");
    const parameters = at(json, "paths", "/api/v1/namespaces/{namespace}/configmaps/{name}", "patch", "parameters");
    expect((parameters as JsonObject[]).map(({ name }) => name)).toContain("fieldValidation");
  });

  it("shows all of a group version with many kinds", async () => {
    for (let i = 0; i < 60; i++) {
      await define({}, `things${i}`, `Thing${i}`);
    }
    const { json } = await server.send("GET", V1);
    expect(Object.keys(at(json, "components", "schemas") as JsonObject)).toContain("com.example.v1.Thing59");
  });

  it("is gone with the last kind of its group version", async () => {
    await define({});
    await server.send("DELETE", `${DEFINITIONS}/widgets.example.com`);
    expect((await server.send("GET", V1)).status).toBe(404);
    expect(await urlOf("apis/example.com/v1")).toBeUndefined();
  });
});

describe("OpenAPI v2", () => {
  it("has everything in one document, and says so once", async () => {
    await define({ size: { type: "integer", default: 3 } });
    const { json, headers } = await server.send("GET", "/openapi/v2");
    expect(Object.keys(json ?? {})).toEqual([
      "swagger",
      "info",
      "paths",
      "definitions",
      "parameters",
      "securityDefinitions",
      "security",
    ]);
    expect(at(json, "definitions", "com.example.v1.Widget", "properties", "spec", "properties", "size")).toEqual({
      type: "integer",
    });
    expect(at(json, "definitions", "io.k8s.api.core.v1.ConfigMap", "properties", "metadata", "$ref")).toBe(
      "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta",
    );
    const again = await server.send("GET", "/openapi/v2", { headers: { "if-none-match": String(headers.etag) } });
    expect(again.status).toBe(304);
  });

  it("refers to nothing that is not there", async () => {
    await define({});
    const { json, text } = await server.send("GET", "/openapi/v2");
    for (const place of ["definitions", "parameters"]) {
      const references = new Set(text.match(new RegExp(`(?<=#/${place}/)[\\w.-]+`, "g")));
      expect([...references].filter((name) => !Object.hasOwn(json?.[place] as JsonObject, name))).toEqual([]);
    }
  });

  it("changes with every definition", async () => {
    const etag = async () => (await server.send("HEAD", "/openapi/v2")).headers.etag;
    const before = await etag();
    await define({});
    expect(await etag()).not.toBe(before);
  });
});
