import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { startSecuredServer } from "../testing/start-secured-server.ts";
import { createAuditPolicy } from "./audit-policy.ts";

async function start(policy: JsonObject) {
  const events: JsonObject[] = [];
  const audit = { policy: createAuditPolicy(policy), write: (event: JsonObject) => events.push(event) };
  const server = await startSecuredServer([{ name: "joe", groups: ["staff"] }], { audit });
  return { server, events };
}

const configMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { password: "hunter2" } };
const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "robot" } };
const target = "/api/v1/namespaces/default";

describe("the audit log", () => {
  it("notes each stage of a request", async () => {
    const { server, events } = await start({ rules: [{ level: "RequestResponse" }] });
    await server.send("POST", `${target}/serviceaccounts`, { body: account, headers: { "audit-id": "id-1" } });
    expect(events.map(({ stage }) => stage)).toEqual(["RequestReceived", "ResponseComplete"]);
    expect(events[1]).toMatchObject({
      kind: "Event",
      apiVersion: "audit.k8s.io/v1",
      level: "RequestResponse",
      auditID: "id-1",
      requestURI: `${target}/serviceaccounts`,
      verb: "create",
      user: { username: "test-admin", groups: ["system:masters", "system:authenticated"] },
      objectRef: { resource: "serviceaccounts", namespace: "default", name: "robot", apiVersion: "v1" },
      responseStatus: { metadata: {}, code: 201 },
      requestObject: account,
      responseObject: { kind: "ServiceAccount", metadata: { name: "robot" } },
      requestReceivedTimestamp: "2026-01-02T03:04:05.000000Z",
      annotations: { "authorization.k8s.io/decision": "allow", "authorization.k8s.io/reason": "" },
    });
  });

  it("never holds what is confidential, whatever its policy", async () => {
    const { server, events } = await start({ rules: [{ level: "RequestResponse" }] });
    await server.send("POST", `${target}/configmaps`, { body: configMap });
    await server.send("POST", `${target}/secrets`, {
      body: { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, stringData: { password: "hunter2" } },
    });
    await server.send("POST", `${target}/serviceaccounts`, { body: account });
    const issued = await server.send("POST", `${target}/serviceaccounts/robot/token`, { body: { spec: {} } });
    const { token } = (issued.json?.status ?? {}) as JsonObject;
    await server.send("POST", "/apis/authentication.k8s.io/v1/tokenreviews", {
      body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token: String(token) } },
    });
    const log = JSON.stringify(events);
    expect(log).not.toContain("hunter2");
    expect(log).not.toContain(btoa("hunter2"));
    expect(log).not.toContain(String(token));
  });

  it("notes who is refused, and whom somebody acts as", async () => {
    const { server, events } = await start({ omitStages: ["RequestReceived"], rules: [{ level: "Metadata" }] });
    await server.as("nobody", "GET /api/v1/pods");
    await server.as("joe", "GET /api/v1/pods");
    await server.send("GET", "/api/v1/pods", { headers: { "impersonate-user": "joe" } });
    expect(events.map(({ stage, responseStatus }) => [stage, (responseStatus as JsonObject).code])).toEqual([
      ["ResponseStarted", 401],
      ["ResponseComplete", 403],
      ["ResponseComplete", 403],
    ]);
    expect(events[1]).toMatchObject({ annotations: { "authorization.k8s.io/decision": "forbid" } });
    expect(events[2]).toMatchObject({ user: { username: "test-admin" }, impersonatedUser: { username: "joe" } });
  });
});

describe("createAuditPolicy()", () => {
  const decide = (rule: JsonObject, line: string) => {
    const [verb = "", group = "", path = "", namespace = "", name = ""] = line.split(" ");
    const [resource = "", subresource = ""] = path.split("/");
    const isResource = group !== "url";
    return createAuditPolicy({ rules: [{ level: "Request", ...rule }] })({
      user: { name: "joe", groups: ["staff"] },
      verb,
      isResource,
      path: isResource ? "" : path.replaceAll(".", "/"),
      group: group === "core" ? "" : group,
      version: "v1",
      resource,
      subresource,
      namespace,
      name,
    }).level;
  };
  it.each([
    [{}, "get core pods ns", "Request"],
    [{ users: ["jane"] }, "get core pods ns", "None"],
    [{ userGroups: ["staff"] }, "get core pods ns", "Request"],
    [{ verbs: ["list"] }, "get core pods ns", "None"],
    [{ namespaces: ["ns"] }, "get core pods ns", "Request"],
    [{ namespaces: ["other"] }, "get core pods ns", "None"],
    [{ resources: [{ group: "" }] }, "get core pods ns", "Request"],
    [{ resources: [{ group: "apps" }] }, "get core pods ns", "None"],
    [{ resources: [{ group: "", resources: ["pods"] }] }, "get core pods/log ns", "None"],
    [{ resources: [{ group: "", resources: ["pods/*"] }] }, "get core pods/log ns", "Request"],
    [{ resources: [{ group: "", resources: ["*/log"] }] }, "get core pods/log ns", "Request"],
    [{ resources: [{ group: "*", resources: ["*"], resourceNames: ["b"] }] }, "get core pods ns a", "None"],
    [{ nonResourceURLs: [".healthz*"] }, "get url .healthz.ping", "None"],
    [{ nonResourceURLs: ["/healthz*"] }, "get url .healthz.ping", "Request"],
    [{ nonResourceURLs: ["*"] }, "get core pods ns", "None"],
  ])("%j on %s: %s", (rule, line, level) => {
    expect(decide(rule as JsonObject, line)).toBe(level);
  });

  it.each([
    [{ rules: [] }, "at least one rule"],
    [{ rules: [{ level: "Everything" }] }, "rules[0].level"],
    [{ omitStages: ["Never"], rules: [{ level: "None" }] }, 'not "Never"'],
  ])("refuses %j", (policy, why) => {
    expect(() => createAuditPolicy(policy as JsonObject)).toThrow(why);
  });
});
