import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";

describe("names", () => {
  it("of a LimitRange are made for one that has none", async () => {
    const server = await startTestServer();
    try {
      const path = "/api/v1/namespaces/default/limitranges";
      const { json } = await server.send("POST", path, { body: { apiVersion: "v1", kind: "LimitRange" } });
      expect(json).toMatchObject({
        metadata: { name: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) },
      });
    } finally {
      await server.close();
    }
  });

  it.each([
    [{}, "Name parameter required."],
    [{ name: "a/b" }, `Name parameter invalid: "a/b": may not contain '/'`],
  ])("of a bound Pod are checked before it is looked up: %j", async (metadata, message) => {
    const server = await startTestServer();
    try {
      const body = { apiVersion: "v1", kind: "Binding", metadata, target: { kind: "Node", name: "a" } };
      const { json } = await server.send("POST", "/api/v1/namespaces/default/bindings", { body });
      expect(json).toMatchObject({ code: 400, message });
    } finally {
      await server.close();
    }
  });
});
