import { createAuditPolicy } from "@kiln/access";
import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { startSecuredServer } from "../testing/start-secured-server.ts";
import type { TestServer } from "../testing/start-test-server.ts";

async function start(policy: JsonObject) {
  const events: JsonObject[] = [];
  const audit = { policy: createAuditPolicy(policy), write: (event: JsonObject) => events.push(event) };
  const server = await startSecuredServer([{ name: "joe", groups: ["staff"] }], { audit });
  return { server, events };
}

const configMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { password: "hunter2" } };
const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "robot" } };
const target = "/api/v1/namespaces/default";

const LISTS = [{ level: "RequestResponse", verbs: ["list"] }];

// More objects than a list reads at once (64), so that the response takes several turns.
const MANY = 130;
const labels = { app: "web" };
const SELECTED = "?labelSelector=app%3Dweb";

async function createServices(server: TestServer, count: number, padding = 0): Promise<void> {
  for (let i = 0; i < count; i++) {
    const metadata = { name: `s${i}`, labels, annotations: { padding: "x".repeat(padding) } };
    const body = { apiVersion: "v1", kind: "Service", metadata, spec: { type: "ExternalName", externalName: "a.b" } };
    expect((await server.send("POST", `${target}/services`, { body })).status).toBe(201);
  }
}

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

  it("notes a list that is written while it is read, once it was read", async () => {
    const { server, events } = await start({ omitStages: ["RequestReceived"], rules: LISTS });
    await createServices(server, MANY);
    const { json } = await server.send("GET", `${target}/services${SELECTED}`);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ stage: "ResponseComplete", verb: "list", responseStatus: { code: 200 } });
    expect(events[0]?.responseObject).toEqual(json);
    expect(json?.items).toHaveLength(MANY);
  });

  it("notes messages as the objects they are", async () => {
    const { server, events } = await start({ omitStages: ["RequestReceived"], rules: LISTS });
    await createServices(server, 2);
    await server.send("GET", `${target}/services`, { headers: { accept: "application/vnd.kubernetes.protobuf" } });
    expect(events[0]).toMatchObject({
      responseObject: { kind: "ServiceList", items: [{ metadata: { name: "s0" } }, { metadata: { name: "s1" } }] },
    });
  });

  it.each(["too long to be kept", "not read to its end"])("leaves out a list that is %s, and says so", async (how) => {
    const { server, events } = await start({ omitStages: ["RequestReceived"], rules: LISTS });
    await createServices(server, MANY, how.startsWith("too long") ? 36 * 1024 : 4 * 1024);
    const { body } = await server.open("GET", `${target}/services${SELECTED}`);
    expect(body).not.toBeInstanceOf(Uint8Array);
    for await (const _piece of body as AsyncIterable<Uint8Array>) {
      if (how.startsWith("not read")) {
        break;
      }
    }
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ annotations: { "audit.k8s.io/truncated": "true" } });
    expect(events[0]).not.toHaveProperty("responseObject");
  });

  it("never holds Secrets of a list, however it is written", async () => {
    const { server, events } = await start({ omitStages: ["RequestReceived"], rules: LISTS });
    for (let i = 0; i < MANY; i++) {
      const secret = {
        apiVersion: "v1",
        kind: "Secret",
        metadata: { name: `s${i}`, labels },
        stringData: { password: "hunter2" },
      };
      await server.send("POST", `${target}/secrets`, { body: secret });
    }
    for (const accept of ["application/json", "application/vnd.kubernetes.protobuf"]) {
      expect((await server.send("GET", `${target}/secrets${SELECTED}`, { headers: { accept } })).status).toBe(200);
    }
    expect(events.map(({ level }) => level)).toEqual(["Metadata", "Metadata"]);
    expect(JSON.stringify(events)).not.toContain(btoa("hunter2"));
    expect(events[0]).not.toHaveProperty("responseObject");
  });

  it("records refused users and impersonated users", async () => {
    const { server, events } = await start({ omitStages: ["RequestReceived"], rules: [{ level: "Metadata" }] });
    await server.as("stranger", "GET /api/v1/pods");
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
