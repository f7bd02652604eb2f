import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";

const CORE = "/api/v1/namespaces/default";

describe("names that no key can hold", () => {
  it.each<[string, string, number, string]>([
    ["GET", `${CORE}/configmaps/a%25b`, 400, "Name parameter invalid: \"a%b\": may not contain '%'"],
    ["GET", `${CORE}/configmaps/..`, 400, "Name parameter invalid: \"..\": may not be '..'"],
    ["GET", `${CORE}/configmaps/%2e`, 400, "Name parameter invalid: \".\": may not be '.'"],
    ["DELETE", `${CORE}/configmaps/a%25`, 400, "Name parameter invalid: \"a%\": may not contain '%'"],
    ["GET", `${CORE}/pods/../log`, 400, "Name parameter invalid: \"..\": may not be '..'"],
    [
      "GET",
      "/apis/apps/v1/namespaces/default/deployments/../scale",
      400,
      "Name parameter invalid: \"..\": may not be '..'",
    ],
    ["GET", "/api/v1/namespaces/../configmaps/a", 500, 'invalid key: "/configmaps/../a"'],
    ["GET", "/api/v1/namespaces/../configmaps", 500, 'invalid key: "/configmaps/.."'],
    ["GET", "/api/v1/namespaces/./services?watch=true", 500, 'invalid key: "/services/specs/."'],
    ["DELETE", "/api/v1/namespaces/../configmaps", 500, 'invalid key: "/configmaps/.."'],
  ])("%s %s is %i", async (method, path, code, message) => {
    const { send } = await startTestServer();
    const { status, json } = await send(method, path);
    expect([status, json?.message]).toEqual([code, message]);
  });
});

describe("paths that the outermost router does not know", () => {
  it.each(["//api/v1/pods", "/apis//batch", "/apis//batch/v1/jobs", "/apis//"])("%s is a plain 404", async (path) => {
    const { send } = await startTestServer();
    const { status, text } = await send("GET", path);
    expect([status, text]).toEqual([404, "404 page not found\n"]);
  });
});
