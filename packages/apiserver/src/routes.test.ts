import { describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "./testing/start-test-server.ts";

const NOT_FOUND = "the server could not find the requested resource";
const NOT_ALLOWED = "the server does not allow this method on the requested resource";
const PAGE = "404 page not found\n";

async function startWithThings(): Promise<TestServer> {
  const server = await startTestServer();
  for (const [plural, kind, scope] of [
    ["things", "Thing", "Namespaced"],
    ["hosts", "Host", "Cluster"],
  ]) {
    const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
    const versions = [{ name: "v1", served: true, storage: true, schema, subresources: { status: {} } }];
    const body = {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `${plural}.example.com` },
      spec: { group: "example.com", scope, names: { plural, kind }, versions },
    };
    await server.send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body } as never);
  }
  return server;
}

/** Status code, and the message of the Status or the text of the response. */
async function ask({ send }: TestServer, line: string): Promise<[number, string]> {
  const [method = "", target = ""] = line.split(" ");
  const { status, json, text } = await send(method, target);
  return [status, String(json?.message ?? json?.kind ?? text)];
}

const maps = "/api/v1/namespaces/default/configmaps";
const things = "/apis/example.com/v1/namespaces/default/things";

describe("route()", () => {
  it.each([
    ["GET /nowhere", 404, PAGE],
    ["GET /apis/unknown.io/v1/things", 404, PAGE],
    ["GET /api/v1/unknown", 404, NOT_FOUND],
    ["GET /api/v2/unknown", 404, NOT_FOUND],
    ["GET /apis/apiextensions.k8s.io/v9/customresourcedefinitions", 404, NOT_FOUND],
    [`GET ${maps}`, 200, "ConfigMapList"],
    [`GET ${maps}/`, 200, "ConfigMapList"],
    ["GET /api/v1/configmaps", 200, "ConfigMapList"],
    [`GET ${maps}/a/b`, 404, NOT_FOUND],
    [`GET ${maps}//a`, 404, NOT_FOUND],
    [`GET ${maps}/a%2Fb`, 404, NOT_FOUND],
    ["GET /api/v1/configmaps/a", 404, NOT_FOUND],
    ["GET /api/v1/namespaces/default/namespaces", 404, NOT_FOUND],
    ["GET /api/v1/namespaces/default/status/more", 404, NOT_FOUND],
    ["POST /api/v1/configmaps", 405, NOT_ALLOWED],
    [`POST ${maps}/a`, 405, NOT_ALLOWED],
    [`PUT ${maps}`, 405, NOT_ALLOWED],
    [`PATCH ${maps}`, 405, NOT_ALLOWED],
    [`HEAD ${maps}/a`, 405, NOT_ALLOWED],
    [`OPTIONS ${maps}`, 405, NOT_ALLOWED],
    ["DELETE /api/v1/namespaces/default/status", 405, NOT_ALLOWED],
    ["POST /api/v1/watch/configmaps", 405, NOT_ALLOWED],
    ["GET /api/v1/proxy/nodes", 404, NOT_FOUND],
    ["GET /api/v1/componentstatuses?watch=1", 405, 'watch is not supported on resources of kind "componentstatuses"'],
    ["GET /api/v1/watch/componentstatuses", 404, NOT_FOUND],
  ])("of built-in kinds answers %s with %d %s", async (line, code, message) => {
    expect(await ask(await startTestServer(), line)).toEqual([code, message]);
  });

  it.each([
    [`GET ${things}`, 200, "ThingList"],
    ["GET /apis/example.com/v1/things", 200, "ThingList"],
    ["POST /apis/example.com/v1/things", 404, PAGE],
    ["GET /apis/example.com/v1/things/a", 404, PAGE],
    ["GET /apis/example.com/v1/namespaces/default/hosts", 404, PAGE],
    ["GET /apis/example.com/v1/nothings", 404, PAGE],
    ["GET /apis/example.com/v2/things", 404, PAGE],
    [`GET ${things}/a`, 404, 'things.example.com "a" not found'],
    [`GET ${things}/a/bogus`, 404, 'things.example.com "a" not found'],
    [`GET ${things}/a/scale`, 404, 'things.example.com "a" not found'],
    [`PUT ${things}`, 400, "name must be provided"],
    [`OPTIONS ${things}`, 405, ' is not supported on resources of kind "things.example.com"'],
    [`DELETE ${things}/a/status`, 405, 'delete is not supported on resources of kind "things.example.com"'],
    [`POST ${things}/a/status`, 405, 'create is not supported on resources of kind "things.example.com"'],
  ])("of custom kinds answers %s with %d %s", async (line, code, message) => {
    expect(await ask(await startWithThings(), line)).toEqual([code, message]);
  });

  it("takes a POST to the name of a custom object for a create", async () => {
    const { send } = await startWithThings();
    const body = { apiVersion: "example.com/v1", kind: "Thing", metadata: { name: "b" } };
    const created = await send("POST", `${things}/a`, { body });
    expect([created.status, created.json?.metadata]).toEqual([201, expect.objectContaining({ name: "b" })]);
    expect((await send("HEAD", `${things}/b`)).status).toBe(200);
  });

  it("answers 400 in plain words to a path that cannot be read", async () => {
    const { send } = await startTestServer();
    const answer = await send("GET", "/api/v1/%zz");
    expect([answer.status, answer.text, answer.headers["content-type"]]).toEqual([
      400,
      "400 Bad Request",
      "text/plain; charset=utf-8",
    ]);
  });
});
