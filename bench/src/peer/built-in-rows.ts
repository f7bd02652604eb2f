import { createProtobuf } from "@kiln/kinds";
import type { H2Connection } from "../server/h2-connection.ts";
import type { Operation } from "../server/run-load.ts";
import type { PeerRow } from "./peer-row.ts";
import { sendJson } from "./send-json.ts";

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const PODS = "/api/v1/namespaces/default/pods";
const PROTOBUF = "application/vnd.kubernetes.protobuf";
const READ = 500;
const ROLES = 5000;
const ROLE_USER = { "impersonate-user": "bench-user-17" };

/** Rows of built-in kinds, with the requests of Go clients, and of a user with few of many roles. */
export const builtInRows: readonly PeerRow[] = [
  { name: "protobuf create", operate: createConfigMaps(), operations: 1000, leastProcessor: 2, goal: 10 },
  {
    name: "protobuf get",
    prepare: ({ target }) => sendJson(target, configMaps(READ)),
    operate: read((turn) => `${CONFIG_MAPS}/read-${turn % READ}`),
    operations: 3000,
    leastProcessor: 3,
    goal: 10,
  },
  {
    name: "protobuf list of 500",
    operate: read(() => `${CONFIG_MAPS}?labelSelector=app%3Dread`),
    operations: 40,
    warmUp: 120,
    inFlight: 4,
    leastProcessor: 1,
    goal: 5,
  },
  {
    name: "strategic merge on a Pod",
    prepare: ({ target }) => sendJson(target, pods(100)),
    operate: patchPods,
    operations: 1000,
    leastProcessor: 1.2,
    goal: 10,
  },
  {
    name: `get with ${ROLES.toLocaleString("en-US")} roles`,
    prepare: ({ target }) => sendJson(target, roles()),
    operate: read((turn) => `${CONFIG_MAPS}/read-${turn % READ}`, ROLE_USER),
    operations: 2000,
    leastProcessor: 3,
    goal: 10,
  },
];

function createConfigMaps(): Operation {
  const protobuf = createProtobuf();
  return async (connection, turn) => {
    const body = protobuf.encode(configMap(`made-${turn}`, "made"));
    const head = { method: "POST", path: CONFIG_MAPS, contentType: PROTOBUF, accept: PROTOBUF } as const;
    expectStatus(await connection.send(head, { body: Buffer.from(body as Uint8Array) }), 201);
  };
}

function read(pathOf: (turn: number) => string, headers: Readonly<Record<string, string>> = {}): Operation {
  return async (connection: H2Connection, turn: number) => {
    expectStatus(await connection.send({ method: "GET", path: pathOf(turn), accept: PROTOBUF, headers }), 200);
  };
}

async function patchPods(connection: H2Connection, turn: number): Promise<void> {
  const contentType = "application/strategic-merge-patch+json";
  const head = { method: "PATCH", path: `${PODS}/pod-${turn % 100}`, contentType } as const;
  const body = Buffer.from(
    `{"metadata":{"labels":{"turn":"t${turn}"}},"spec":{"containers":[{"name":"web","image":"web:${turn}"}]}}`,
  );
  expectStatus(await connection.send(head, { body }), 200);
}

function configMap(name: string, app: string) {
  const metadata = { name, namespace: "default", labels: { app } };
  return { apiVersion: "v1", kind: "ConfigMap", metadata, data: { a: "x".repeat(600), b: "y".repeat(300) } };
}

function configMaps(count: number) {
  return Array.from({ length: count }, (_, i) => ({
    method: "POST" as const,
    path: CONFIG_MAPS,
    object: configMap(`read-${i}`, "read"),
  }));
}

/** kube-apiserver rejects a Pod without the namespace's service account, which a controller would create. */
function pods(count: number) {
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "bench" } };
  const containers = [
    { name: "web", image: "web:1", env: [{ name: "A", value: "1" }], ports: [{ containerPort: 8080 }] },
    { name: "side", image: "side:1" },
  ];
  const spec = { serviceAccountName: "bench", automountServiceAccountToken: false, containers };
  const objects = Array.from({ length: count }, (_, i) => ({
    method: "POST" as const,
    path: PODS,
    object: { apiVersion: "v1", kind: "Pod", metadata: { name: `pod-${i}` }, spec },
  }));
  return [{ method: "POST" as const, path: "/api/v1/namespaces/default/serviceaccounts", object: account }, ...objects];
}

/** Fifty users with a role and a binding each. */
function roles() {
  const group = "rbac.authorization.k8s.io";
  const path = `/apis/${group}/v1/namespaces/default`;
  return Array.from({ length: ROLES }, (_, i) => {
    const metadata = { name: `bench-${i}` };
    const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list"] }];
    const subjects = [{ apiGroup: group, kind: "User", name: `bench-user-${i % 50}` }];
    const roleRef = { apiGroup: group, kind: "Role", name: metadata.name };
    return [
      { method: "POST" as const, path: `${path}/roles`, object: { metadata, rules } },
      { method: "POST" as const, path: `${path}/rolebindings`, object: { metadata, subjects, roleRef } },
    ];
  }).flat();
}

function expectStatus({ status }: { readonly status: number }, wanted: number): void {
  if (status !== wanted) {
    throw new Error(`the server answered ${status} instead of ${wanted}`);
  }
}
