import { createStaticTokens } from "@kiln/access";
import { mayNodeSet, selectPlugins } from "@kiln/admission";
import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { settle } from "../../testing/settle.ts";
import { startTestServer } from "../../testing/start-test-server.ts";

const CORE = "/api/v1/namespaces/default";
const LEASES = "/apis/coordination.k8s.io/v1/namespaces";
const MERGE = { "content-type": "application/merge-patch+json" };

/** A server and a client that is the node `n` and authorized for everything. */
async function start() {
  const user = { name: "system:node:n", groups: ["system:nodes"] };
  const server = await startTestServer({
    admission: selectPlugins({ enabled: ["NodeRestriction"] }),
    tokenAuthenticators: [createStaticTokens(new Map([["secret", user]]))],
    authorization: ["AlwaysAllow"],
  });
  await settle(server);
  const asNode = async (method: string, path: string, body: JsonObject = {}) => {
    const type = method === "PATCH" ? MERGE : {};
    const headers = { authorization: "Bearer secret", ...type };
    const { json, status } = await server.send(method, path, { headers, isAdmin: false, body });
    return status < 400 ? "" : String(json?.message);
  };
  return { ...server, asNode };
}

describe("mayNodeSet()", () => {
  it.each([
    ["example.com/a", true],
    ["plain", true],
    ["kubernetes.io/hostname", true],
    ["node.kubernetes.io/whatever", true],
    ["sub.kubelet.kubernetes.io/a", true],
    ["kubernetes.io/role", false],
    ["node-restriction.kubernetes.io/a", false],
    ["example.k8s.io/a", false],
  ])("says of %s: %s", (label, may) => {
    expect(mayNodeSet(label)).toBe(may);
  });
});

describe("NodeRestriction", () => {
  const containers = [{ name: "c", image: "i:1" }];

  it.each<[string, string, JsonObject, string]>([
    ["POST", "/api/v1/nodes", { metadata: { name: "n", labels: { "kubernetes.io/hostname": "n" } } }, ""],
    [
      "POST",
      "/api/v1/nodes",
      { metadata: { name: "n", labels: { "kubernetes.io/role": "x" } } },
      'node "n" is not allowed to set the following labels: kubernetes.io/role',
    ],
    ["POST", "/api/v1/nodes", { metadata: { name: "m" } }, 'node "n" is not allowed to modify node "m"'],
    ["PATCH", `${CORE}/pods/other/status`, { status: { phase: "Running" } }, 'node "n" can only update pod status for'],
    ["PATCH", `${CORE}/pods/mine/status`, { status: { phase: "Running" } }, ""],
    [
      "PATCH",
      `${CORE}/pods/mine/status`,
      { metadata: { labels: { a: "b" } } },
      "cannot update labels through pod status",
    ],
    ["DELETE", `${CORE}/pods/other`, {}, 'node "n" can only delete pods with spec.nodeName set to itself'],
    ["DELETE", `${CORE}/pods/mine`, {}, ""],
    ["PATCH", `${CORE}/pods/mine`, { metadata: { labels: { a: "b" } } }, 'node "n" can only create and delete mirror'],
    ["POST", `${CORE}/pods`, { metadata: { name: "p" }, spec: { containers } }, "can only create mirror pods"],
    ["POST", `${LEASES}/default/leases`, { metadata: { name: "n" } }, "can only access leases in the"],
    [
      "POST",
      `${LEASES}/kube-node-lease/leases`,
      { metadata: { name: "m" } },
      "can only access node lease with the same",
    ],
    ["POST", `${LEASES}/kube-node-lease/leases`, { metadata: { name: "n" } }, ""],
    ["POST", `${CORE}/configmaps`, { metadata: { name: "c" } }, ""],
  ])("to %s %s %j says %j", async (method, path, body, why) => {
    const { send, asNode } = await start();
    for (const [name, nodeName] of Object.entries({ mine: "n", other: "m" })) {
      await send("POST", `${CORE}/pods`, { body: { metadata: { name }, spec: { nodeName, containers } } });
    }
    const said = await asNode(method, path, body);
    expect(why === "" ? said : said.includes(why) || said).toBe(why === "" ? "" : true);
  });
});
