import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.server.close());

describe("a ConfigMap or Secret that is too large", () => {
  it.each([
    ["ConfigMap", "configmaps"],
    ["Secret", "secrets"],
  ])("is refused as such if a value of its data is no text: %s", async (kind, plural) => {
    const body = {
      apiVersion: "v1",
      kind,
      metadata: { name: "x" },
      data: { a: Array.from({ length: 700_000 }, () => "x") },
    };
    const path = `/api/v1/namespaces/default/${plural}`;
    const applied = await server.send("PATCH", `${path}/x?fieldManager=f`, {
      body,
      headers: { "content-type": "application/apply-patch+yaml" },
    });
    const created = await server.send("POST", path, { body });
    expect(applied.json?.message).toBe("etcdserver: request is too large");
    expect(created.status).toBe(400);
  });
});
