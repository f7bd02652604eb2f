import { selectPlugins } from "@kiln/admission";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";

const MAPS = "/api/v1/namespaces/nowhere/configmaps";
const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
const WITHOUT = { admission: selectPlugins({ disabled: ["NamespaceLifecycle"] }) };

describe("NamespaceLifecycle", () => {
  it("rejects objects in a namespace that does not exist", async () => {
    const { send } = await startTestServer();
    const { status, json } = await send("POST", MAPS, { body: map });
    expect([status, json?.message]).toEqual([404, 'namespaces "nowhere" not found']);
  });

  it.each([
    ["%2e%2e", "invalid resource name \"..\": [may not be '..']"],
    ["a%25b", "invalid resource name \"a%b\": [may not contain '%']"],
  ])("fails for the namespace %s, which no client can ask for", async (segment, message) => {
    const { send } = await startTestServer();
    const { status, json } = await send("POST", `/api/v1/namespaces/${segment}/configmaps`, { body: map });
    expect([status, json?.message]).toEqual([500, `Internal error occurred: ${message}`]);
  });

  it("lets them be created where it is disabled", async () => {
    const { send } = await startTestServer(WITHOUT);
    expect((await send("POST", MAPS, { body: map })).status).toBe(201);
    expect((await send("GET", `${MAPS}/a`)).status).toBe(200);
  });

  it("lets the default namespace be deleted where it is disabled", async () => {
    const { send } = await startTestServer(WITHOUT);
    expect((await send("DELETE", "/api/v1/namespaces/default")).status).toBe(200);
  });
});
