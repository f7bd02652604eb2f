import type { JsonObject } from "@kiln/api";
import type { TestServer } from "@kiln/apiserver/testing";
import { createProtobuf } from "@kiln/kinds";
import type { Question } from "./questions.ts";

const CORE = "/api/v1/namespaces/default";
const MAPS = `${CORE}/configmaps`;
const RBAC = "rbac.authorization.k8s.io";
const ROLES = `/apis/${RBAC}/v1/namespaces/default`;
const POLICIES = "/apis/admissionregistration.k8s.io/v1";
/** User with the permissions in the growing role and binding. */
const USER = "grown";

function times<Item>(count: number, make: (i: number) => Item): Item[] {
  return Array.from({ length: Math.max(1, Math.floor(count)) }, (_, i) => make(i));
}

/** Creates an object, or replaces that of an earlier request. */
async function put(server: TestServer, collection: string, object: JsonObject): Promise<void> {
  const { name } = object.metadata as { readonly name: string };
  await server.send("DELETE", `${collection}/${name}`);
  const { status, text } = await server.send("POST", collection, { body: object });
  if (status !== 201) {
    throw new Error(`POST ${collection}: ${status} ${text.slice(0, 300)}`);
  }
}

async function grant(server: TestServer, rules: readonly JsonObject[], subjects: readonly JsonObject[]): Promise<void> {
  const subject = { kind: "User", apiGroup: RBAC, name: USER };
  const roleRef = { apiGroup: RBAC, kind: "Role", name: USER };
  await put(server, `${ROLES}/roles`, { metadata: { name: USER }, rules: [...rules] });
  await put(server, `${ROLES}/rolebindings`, { metadata: { name: USER }, roleRef, subjects: [...subjects, subject] });
}

const rule = (resourceNames: readonly string[]): JsonObject => ({
  apiGroups: [""],
  resources: ["configmaps"],
  resourceNames: [...resourceNames],
  verbs: ["get"],
});
const readAsUser = (): ReturnType<Question["ask"]> => [
  "GET",
  `${MAPS}/last`,
  { headers: { "impersonate-user": USER } },
];

const data = (bytes: number): JsonObject => Object.fromEntries(times(bytes / 20, (i) => [`key-${i}`, "value"]));
const map = (bytes: number): JsonObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "grown" },
  data: data(bytes),
});

/** A policy with an expression over every key of a ConfigMap. */
async function addPolicy(server: TestServer, kind: "Validating" | "Mutating", spec: JsonObject): Promise<void> {
  const plural = `${kind.toLowerCase()}admissionpolic`;
  const matchConstraints = {
    resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
  };
  await put(server, `${POLICIES}/${plural}ies`, { metadata: { name: "grown" }, spec: { ...spec, matchConstraints } });
  const binding = { policyName: "grown", ...(kind === "Validating" ? { validationActions: ["Deny"] } : {}) };
  await put(server, `${POLICIES}/${plural}ybindings`, { metadata: { name: "grown" }, spec: binding });
}

async function removePolicy(server: TestServer): Promise<void> {
  await server.send("DELETE", `${POLICIES}/validatingadmissionpolicybindings/grown`);
  await server.send("DELETE", `${POLICIES}/validatingadmissionpolicies/grown`);
}

const protobuf = createProtobuf();

/** Requests whose cost depends on other objects: roles, quotas and policies; and bodies in other encodings. */
export const SURROUNDING_QUESTIONS: readonly Question[] = [
  {
    name: "RBAC: rules of a role",
    prepare: (server, bytes) => grant(server, [...times(bytes / 90, (i) => rule([`n${i}`])), rule(["last"])], []),
    ask: readAsUser,
  },
  {
    name: "RBAC: names of a rule",
    prepare: (server, bytes) => grant(server, [rule([...times(bytes / 12, (i) => `name-${i}`), "last"])], []),
    ask: readAsUser,
  },
  {
    name: "RBAC: subjects of a binding",
    prepare: (server, bytes) =>
      grant(
        server,
        [rule(["last"])],
        times(bytes / 70, (i) => ({ kind: "User", apiGroup: RBAC, name: `user-${i}` })),
      ),
    ask: readAsUser,
  },
  {
    name: "RBAC: access review",
    prepare: (server, bytes) => grant(server, [...times(bytes / 90, (i) => rule([`n${i}`])), rule(["last"])], []),
    ask: () => {
      const resourceAttributes = { namespace: "default", verb: "get", resource: "configmaps", name: "last" };
      const body = { spec: { user: USER, resourceAttributes } };
      return ["POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", { body }];
    },
  },
  {
    name: "quota: resources that are counted",
    prepare: (server, bytes) => {
      const hard = Object.fromEntries(times(bytes / 40, (i) => [`count/kind${i}.example.com`, "10"]));
      return put(server, `${CORE}/resourcequotas`, { metadata: { name: "grown" }, spec: { hard } });
    },
    ask: () => ["POST", `${MAPS}?dryRun=All`, { body: map(100) }],
    clean: (server) => server.send("DELETE", `${CORE}/resourcequotas/grown`),
  },
  {
    name: "policy: an expression over every key",
    prepare: (server) =>
      addPolicy(server, "Validating", { validations: [{ expression: "object.data.all(k, object.data[k] != 'x')" }] }),
    bytes: 200_000,
    ask: (bytes) => ["POST", `${MAPS}?dryRun=All`, { body: map(bytes) }],
    clean: removePolicy,
  },
  {
    name: "policy: validations",
    prepare: (server, bytes) =>
      addPolicy(server, "Validating", {
        validations: times(bytes / 60, (i) => ({ expression: `object.metadata.name != 'n${i}'` })),
      }),
    bytes: 100_000,
    ask: () => ["POST", `${MAPS}?dryRun=All`, { body: map(100) }],
    clean: removePolicy,
  },
  {
    name: "Service: node ports",
    bytes: 80_000,
    ask: (bytes) => [
      "POST",
      `${CORE}/services?dryRun=All`,
      {
        body: {
          metadata: { name: "grown" },
          spec: { type: "NodePort", ports: times(bytes / 30, (i) => ({ name: `p${i}`, port: i + 1 })) },
        },
      },
    ],
  },
  {
    name: "YAML body",
    bytes: 700_000,
    ask: (bytes) => [
      "POST",
      `${MAPS}?dryRun=All`,
      {
        headers: { "content-type": "application/yaml" },
        body: `metadata:\n  name: grown\ndata:\n${times(bytes / 20, (i) => `  key-${i}: value`).join("\n")}\n`,
      },
    ],
  },
  {
    name: "protobuf body",
    bytes: 700_000,
    ask: (bytes) => [
      "POST",
      `${MAPS}?dryRun=All`,
      {
        headers: { "content-type": "application/vnd.kubernetes.protobuf" },
        body: protobuf.encode(map(bytes)) as Uint8Array,
      },
    ],
  },
];
