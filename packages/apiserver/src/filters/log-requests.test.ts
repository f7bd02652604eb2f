import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";
import type { LoggedRequest } from "./log-requests.ts";

async function startLogged(isVerbose: boolean) {
  const logged: LoggedRequest[] = [];
  const server = await startTestServer({ requestLog: { isVerbose, write: (request) => logged.push(request) } });
  return { logged, server };
}

const maps = "/api/v1/namespaces/default/configmaps";
const configMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };

describe("logRequests()", () => {
  it("names user, verb, object, status code and milliseconds of every request", async () => {
    const { logged, server } = await startLogged(true);
    await server.send("POST", maps, { body: configMap });
    await server.send("GET", `${maps}/a`);
    await server.send("GET", "/apis/apps/v1/deployments");
    await server.send("GET", "/version");
    await server.send("GET", "/readyz");
    expect(logged).toEqual([
      { user: "test-admin", verb: "create", object: "configmaps default", code: 201, ms: 0 },
      { user: "test-admin", verb: "get", object: "configmaps default/a", code: 200, ms: 0 },
      { user: "test-admin", verb: "list", object: "deployments.apps", code: 200, ms: 0 },
      { user: "test-admin", verb: "get", object: "/version", code: 200, ms: 0 },
    ]);
    await server.close();
  });

  it("has the message of a refused request", async () => {
    const { logged, server } = await startLogged(true);
    await server.send("GET", "/api/v1/nodes", { isAdmin: false });
    await server.send("POST", "/api/v1/namespaces", { body: { metadata: { name: "Bad" } } });
    expect(logged.map(({ code, message = "" }) => [code, message.slice(0, 40)])).toEqual([
      [401, "Unauthorized"],
      [422, 'Namespace "Bad" is invalid: metadata.nam'],
    ]);
    await server.close();
  });

  it("never quotes messages about Secrets", async () => {
    const { logged, server } = await startLogged(true);
    const body = { metadata: { name: "s" }, stringData: { "bad key": "hidden" } };
    await server.send("POST", "/api/v1/namespaces/default/secrets", { body });
    expect(logged.map(({ code, message }) => [code, message])).toEqual([[422, "Invalid"]]);
    await server.close();
  });

  it("tells only of refused writes unless it is verbose, and not of lost races", async () => {
    const { logged, server } = await startLogged(false);
    await server.send("POST", maps, { body: configMap });
    await server.send("POST", maps, { body: configMap });
    await server.send("GET", `${maps}/missing`);
    await server.send("GET", "/api/v1/nodes", { isAdmin: false });
    expect(logged).toEqual([]);
    await server.send("POST", maps, { body: { ...configMap, metadata: { name: "Not_A_Name" } } });
    expect(logged.map(({ code }) => code)).toEqual([422]);
    await server.close();
  });
});
