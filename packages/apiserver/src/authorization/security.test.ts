import type { JsonObject } from "@kiln/api";
import { beforeAll, describe, expect, it } from "vitest";
import { type SecuredServer, startSecuredServer } from "../testing/start-secured-server.ts";

const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const rbac = (kind: string, name: string, fields: JsonObject, namespace?: string): JsonObject => ({
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind,
  metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
  ...fields,
});
const refTo = (kind: string, name: string) => ({ apiGroup: "rbac.authorization.k8s.io", kind, name });
const user = (name: string) => ({ kind: "User", apiGroup: "rbac.authorization.k8s.io", name });
const rule = (verbs: string[], resources: string[], more: JsonObject = {}): JsonObject => ({
  verbs,
  apiGroups: [""],
  resources,
  ...more,
});
const configMap = (name: string): JsonObject => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } });

let server: SecuredServer;

async function make(target: string, body: JsonObject): Promise<void> {
  const { status, text } = await server.send("POST", target, { body });
  expect([status, text]).toEqual([201, text]);
}

beforeAll(async () => {
  const users = ["reader", "named", "editor", "granter", "binder", "outsider", "impersonator"];
  server = await startSecuredServer(users.map((name) => ({ name, groups: [] })));
  const roles = `${RBAC}/namespaces/default/roles`;
  const bindings = `${RBAC}/namespaces/default/rolebindings`;
  const give = async (name: string, rules: JsonObject[]) => {
    await make(roles, rbac("Role", name, { rules }));
    await make(bindings, rbac("RoleBinding", name, { roleRef: refTo("Role", name), subjects: [user(name)] }));
  };
  const grants = { verbs: ["create", "update", "patch"], apiGroups: ["rbac.authorization.k8s.io"], resources: ["*"] };
  await give("reader", [rule(["get", "list"], ["configmaps"])]);
  await give("named", [rule(["get", "list", "watch"], ["configmaps"], { resourceNames: ["only"] })]);
  await give("granter", [rule(["get"], ["configmaps"]), grants]);
  await give("binder", [grants, { ...grants, verbs: ["bind"], resources: ["roles"], resourceNames: ["reader"] }]);
  await make(
    bindings,
    rbac("RoleBinding", "editor", { roleRef: refTo("ClusterRole", "edit"), subjects: [user("editor")] }),
  );
  await make(
    `${RBAC}/clusterroles`,
    rbac("ClusterRole", "impersonator", {
      rules: [
        rule(["impersonate"], ["users"], { resourceNames: ["reader"] }),
        { verbs: ["impersonate"], apiGroups: ["authentication.k8s.io"], resources: ["userextras/scopes"] },
      ],
    }),
  );
  await make(
    `${RBAC}/clusterrolebindings`,
    rbac("ClusterRoleBinding", "impersonator", {
      roleRef: refTo("ClusterRole", "impersonator"),
      subjects: [user("impersonator")],
    }),
  );
});

describe("who may do what", () => {
  const cms = "/api/v1/namespaces/default/configmaps";
  it.each([
    ["reader", `GET ${cms}`, 200],
    ["reader", `GET ${cms}?watch=true`, 403],
    ["reader", `GET ${cms}/a`, 404],
    ["reader", `DELETE ${cms}/a`, 403],
    ["reader", `DELETE ${cms}`, 403],
    ["reader", "GET /api/v1/configmaps", 403],
    ["reader", "GET /api/v1/namespaces/kube-system/configmaps", 403],
    ["reader", "GET /api/v1/namespaces/default/secrets", 403],
    ["reader", "GET /api/v1/namespaces/default", 403],
    ["reader", "GET /apis", 200],
    ["reader", "GET /metrics", 403],
    ["reader", "POST /apis/authorization.k8s.io/v1/subjectaccessreviews", 403],
    ["named", `GET ${cms}/only`, 404],
    ["named", `GET ${cms}/other`, 403],
    ["named", `GET ${cms}`, 403],
    ["named", `GET ${cms}?fieldSelector=metadata.name%3Donly`, 200],
    ["named", `GET ${cms}?fieldSelector=metadata.name%3Dother`, 403],
    ["named", `GET ${cms}?fieldSelector=metadata.name!%3Dother`, 403],
    ["outsider", `GET ${cms}/a`, 403],
    ["outsider", "GET /apis/no.such/v1/things", 403],
    ["outsider", "GET /no/such/path", 403],
    ["stranger", "GET /version", 401],
  ])("%s, %s: %d", async (name, line, code) => {
    expect((await server.as(name, line)).status).toBe(code);
  });

  it.each([
    "GET /api/v1/namespaces//default/secrets",
    "GET //api/v1/namespaces/default/secrets",
    "GET /api/v1/namespaces/default//secrets",
    "GET /api/v1/namespaces/default/secrets/",
    "GET /api/v1/namespaces/default/configmaps/../secrets",
    "GET /api/v1/namespaces/default/configmaps/%2e%2e/secrets/a",
    "GET /api/v1/namespaces/default/configmaps%2f..%2fsecrets",
    "GET /api/v1/namespaces/default/configmaps/x/%2e%2e/%2e%2e/secrets",
    "GET /api/v1/namespaces/default/%73ecrets",
    "GET /api/v1/namespaces/default/SECRETS",
    "GET /api/v1/namespaces/default/secret\u0455",
    "GET /api/v1/namespaces/default/secrets%00",
    "GET /version/../api/v1/secrets",
    "GET /healthz/../api/v1/secrets",
    "GET /apis/../api/v1/secrets",
    "GET /api/v1/watch/namespaces/default/secrets",
    "GET /api/v1/proxy/namespaces/default/secrets",
    "POST /api/v1/namespaces/default/secrets?_method=GET",
    "HEAD /api/v1/namespaces/default/secrets",
  ])("a reader of configmaps gets no secret by %s", async (line) => {
    const { status, text } = await server.as("reader", line);
    expect([400, 401, 403, 404, 405]).toContain(status);
    expect(text).not.toContain("SecretList");
  });

  it("tells a missing object from a forbidden one only to those who may look", async () => {
    const missing = await server.as("outsider", `GET ${cms}/missing`);
    const there = await server.as("outsider", `GET ${cms}/kube-root-ca.crt`);
    const shape = (json: JsonObject | undefined) => [json?.code, json?.reason];
    expect(shape(missing.json)).toEqual(shape(there.json));
  });

  it("asks who creates by an update for the right to create", async () => {
    const { status, json } = await server.as(
      "granter",
      `PATCH ${RBAC}/namespaces/default/roles/fresh`,
      {
        ...rbac("Role", "fresh", { rules: [rule(["get"], ["configmaps"])] }),
      },
      { "content-type": "application/apply-patch+yaml" },
    );
    expect([status, json?.reason]).toEqual([422, "Invalid"]);
  });
});

describe("rights that one does not have", () => {
  const more = { rules: [rule(["delete"], ["configmaps"])] };
  const roles = `${RBAC}/namespaces/default/roles`;
  const bindings = `${RBAC}/namespaces/default/rolebindings`;
  it.each([
    ["granter", `POST ${roles}`, rbac("Role", "same", { rules: [rule(["get"], ["configmaps"])] }), 201],
    ["granter", `POST ${roles}`, rbac("Role", "more", more), 403],
    ["granter", `PUT ${roles}/reader`, rbac("Role", "reader", more), 403],
    [
      "granter",
      `POST ${bindings}`,
      rbac("RoleBinding", "b", { roleRef: refTo("Role", "reader"), subjects: [user("granter")] }),
      403,
    ],
    [
      "granter",
      `POST ${bindings}`,
      rbac("RoleBinding", "c", { roleRef: refTo("ClusterRole", "cluster-admin"), subjects: [user("granter")] }),
      403,
    ],
    [
      "granter",
      `POST ${bindings}`,
      rbac("RoleBinding", "d", { roleRef: refTo("Role", "no-such"), subjects: [user("granter")] }),
      404,
    ],
    ["granter", `POST ${RBAC}/clusterroles`, rbac("ClusterRole", "x", { rules: [] }), 403],
    [
      "binder",
      `POST ${bindings}`,
      rbac("RoleBinding", "e", { roleRef: refTo("Role", "reader"), subjects: [user("binder")] }),
      201,
    ],
    [
      "binder",
      `POST ${bindings}`,
      rbac("RoleBinding", "f", {
        roleRef: refTo("ClusterRole", "system:aggregate-to-edit"),
        subjects: [user("binder")],
      }),
      403,
    ],
    ["editor", `POST ${roles}`, rbac("Role", "y", { rules: [] }), 403],
  ])("are not given away by %s, %s", async (name, line, body, code) => {
    expect((await server.as(name, line, body)).status).toBe(code);
  });

  it("are not gathered by labels", async () => {
    await make(
      `${RBAC}/clusterroles`,
      rbac("ClusterRole", "cluster-granter", {
        rules: [{ verbs: ["create", "update"], apiGroups: ["rbac.authorization.k8s.io"], resources: ["clusterroles"] }],
      }),
    );
    await make(
      `${RBAC}/clusterrolebindings`,
      rbac("ClusterRoleBinding", "cluster-granter", {
        roleRef: refTo("ClusterRole", "cluster-granter"),
        subjects: [user("granter")],
      }),
    );
    const gathering = { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] } };
    const { status, json } = await server.as(
      "granter",
      `POST ${RBAC}/clusterroles`,
      rbac("ClusterRole", "all", gathering),
    );
    expect([status, json?.message]).toEqual([
      403,
      'clusterroles.rbac.authorization.k8s.io "all" is forbidden: must have cluster-admin privileges to use the aggregationRule',
    ]);
  });
});

describe("impersonation", () => {
  const cm = "/api/v1/namespaces/default/configmaps";
  const as = (headers: Record<string, string>) => server.as("impersonator", `GET ${cm}`, undefined, headers);
  it.each([
    [{ "impersonate-user": "reader" }, 200],
    [{ "impersonate-user": "reader", "impersonate-extra-scopes": "view" }, 200],
    [{ "impersonate-user": "reader", "impersonate-group": "system:masters" }, 403],
    [{ "impersonate-user": "reader", "impersonate-uid": "1" }, 403],
    [{ "impersonate-user": "reader", "impersonate-extra-other": "x" }, 403],
    [{ "impersonate-user": "editor" }, 403],
    [{ "impersonate-user": "system:serviceaccount:default:default" }, 403],
    [{ "impersonate-group": "staff" }, 400],
    [{ "impersonate-extra-__proto__": "x" }, 400],
  ])("with %j: %d", async (headers, code) => {
    expect((await as(headers)).status).toBe(code);
  });

  it("says what is missing in Kubernetes' words", async () => {
    const { json } = await as({ "impersonate-user": "editor" });
    expect(json?.message).toBe(
      'configmaps is forbidden: User "impersonator" cannot impersonate-on:user-info:list resource "configmaps" in API group "" in the namespace "default"',
    );
    const without = await as({ "impersonate-uid": "u", "impersonate-extra-a%2fb": "c" });
    expect(without.json?.message).toBe(
      'requested &user.DefaultInfo{Name:"", UID:"u", Groups:[]string(nil), Extra:map[string][]string{"a/b":[]string{"c"}}} without impersonating a user name',
    );
  });

  it("lets an administrator impersonate any user, with the implied groups", async () => {
    const body = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
    const target = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    const headers = { "impersonate-user": "system:serviceaccount:ns:sa" };
    const { json } = await server.send("POST", target, { body, headers });
    expect(json?.status).toEqual({
      userInfo: {
        username: "system:serviceaccount:ns:sa",
        groups: ["system:serviceaccounts", "system:serviceaccounts:ns", "system:authenticated"],
      },
    });
  });
});

describe("verdicts", () => {
  it("change with the next request after a role did", async () => {
    const target = "/api/v1/namespaces/default/configmaps";
    expect((await server.as("reader", `POST ${target}`, configMap("a"))).status).toBe(403);
    const role = `${RBAC}/namespaces/default/roles/reader`;
    const rules = [rule(["*"], ["*"])];
    await server.send("PUT", role, { body: rbac("Role", "reader", { rules }, "default") });
    expect((await server.as("reader", `POST ${target}`, configMap("a"))).status).toBe(201);
    await server.send("DELETE", role);
    const { status, json } = await server.as("reader", `GET ${target}`);
    expect([status, String(json?.message).split(": RBAC: ")[1]]).toEqual([
      403,
      'role.rbac.authorization.k8s.io "reader" not found',
    ]);
  });
});
