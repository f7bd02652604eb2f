// Starts a server on an empty folder and sends it the requests of a first session, so that a user's first server finds
// their code compiled (bin/load-compiled.mjs).

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";

const GROUP = "compile.kiln.dev";
const CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const OBJECTS = `/apis/${GROUP}/v1/namespaces/default/samples`;
const MAPS = "/api/v1/namespaces/default/configmaps";
const JSON_TYPE = "application/json";

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `samples.${GROUP}` },
  spec: {
    group: GROUP,
    scope: "Namespaced",
    names: { plural: "samples", singular: "sample", kind: "Sample", listKind: "SampleList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                "x-kubernetes-validations": [{ rule: "self.size >= 0" }],
                properties: {
                  owner: { type: "string", pattern: "^[a-z]+$", maxLength: 20 },
                  size: { type: "integer", minimum: 0, default: 1 },
                },
              },
            },
          },
        },
      },
    ],
  },
};
const sample = { apiVersion: `${GROUP}/v1`, kind: "Sample", metadata: { name: "a" }, spec: { owner: "team" } };
const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { a: "b" } };
const CORE = "/api/v1/namespaces/default";
const APPS = "/apis/apps/v1/namespaces/default";
const RBAC = "rbac.authorization.k8s.io";
const podSpec = {
  serviceAccountName: "a",
  containers: [
    {
      name: "a",
      image: "a:1",
      env: [{ name: "A", value: "1" }],
      ports: [{ containerPort: 80 }],
      resources: { requests: { cpu: "1" } },
      volumeMounts: [{ name: "a", mountPath: "/a" }],
      readinessProbe: { httpGet: { path: "/", port: 80 } },
    },
  ],
  volumes: [{ name: "a", emptyDir: {} }],
};
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "a", labels: { a: "b" } }, spec: podSpec };
const template = { metadata: { labels: { a: "b" } }, spec: podSpec };
const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "a" },
  spec: { selector: { matchLabels: { a: "b" } }, template },
};
const service = { metadata: { name: "a" }, spec: { selector: { a: "b" }, ports: [{ port: 80 }] } };
const role = { metadata: { name: "a" }, rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }] };
const binding = {
  metadata: { name: "a" },
  subjects: [{ kind: "ServiceAccount", name: "a", namespace: "default" }],
  roleRef: { apiGroup: RBAC, kind: "Role", name: "a" },
};
const event = {
  metadata: { name: "a" },
  involvedObject: { kind: "Pod", name: "a", namespace: "default" },
  type: "Normal",
};

const MERGE = "application/merge-patch+json";
const STRATEGIC = "application/strategic-merge-patch+json";
const APPLY = "application/apply-patch+yaml";
const PROTOBUF = "application/vnd.kubernetes.protobuf";

const named = (/** @type {object} */ object) => ({ ...object, metadata: { name: "b" } });

/**
 * Method, path, body or how it is made from the response before, and its media type, which is also that of the response
 * if it is protobuf.
 * @typedef {readonly [method: string, path: string, body?: object | ((last: object) => object), type?: string]} Sent
 */

/** @type {readonly Sent[]} */
const REQUESTS = [
  ["GET", "/api"],
  ["GET", "/apis"],
  ["GET", "/openapi/v3"],
  ["GET", "/openapi/v3/api/v1"],
  ["POST", CRDS, definition, JSON_TYPE],
  ["GET", `${CRDS}/samples.${GROUP}`],
  ["POST", OBJECTS, sample, JSON_TYPE],
  ["GET", `${OBJECTS}/a`],
  ["PUT", `${OBJECTS}/a`, (last) => ({ ...last, spec: { owner: "other" } }), JSON_TYPE],
  ["PATCH", `${OBJECTS}/a`, { spec: { size: 2 } }, MERGE],
  ["PATCH", `${OBJECTS}/a?fieldManager=m&force=true`, { ...sample, spec: { size: 3 } }, APPLY],
  ["GET", OBJECTS],
  ["GET", `${OBJECTS}?labelSelector=a%3Db&limit=5`],
  ["GET", `${OBJECTS}?watch=true&timeoutSeconds=1&resourceVersion=1`],
  ["POST", MAPS, map, JSON_TYPE],
  ["PATCH", `${MAPS}/a`, { data: { a: "c" } }, STRATEGIC],
  ["GET", MAPS],
  ["POST", "/api/v1/namespaces", { metadata: { name: "a" } }, JSON_TYPE],
  ["POST", `${CORE}/serviceaccounts`, { metadata: { name: "a" } }, JSON_TYPE],
  ["POST", `${CORE}/secrets`, { metadata: { name: "a" }, data: { a: "Yg==" } }, JSON_TYPE],
  ["POST", `/apis/${RBAC}/v1/namespaces/default/roles`, role, JSON_TYPE],
  ["POST", `/apis/${RBAC}/v1/namespaces/default/rolebindings`, binding, JSON_TYPE],
  ["POST", `${CORE}/pods`, pod, JSON_TYPE],
  ["PATCH", `${CORE}/pods/a/status`, { status: { phase: "Running" } }, MERGE],
  ["PATCH", `${CORE}/pods/a`, { metadata: { labels: { b: "c" } } }, STRATEGIC],
  ["POST", `${APPS}/deployments`, deployment, JSON_TYPE],
  ["PATCH", `${APPS}/deployments/a?fieldManager=m&force=true`, { ...deployment, spec: { replicas: 2 } }, APPLY],
  ["POST", `${CORE}/services`, service, JSON_TYPE],
  ["POST", "/apis/coordination.k8s.io/v1/namespaces/default/leases", { metadata: { name: "a" } }, JSON_TYPE],
  ["POST", `${CORE}/events`, event, JSON_TYPE],
  ["POST", MAPS, named(map), PROTOBUF],
  ["POST", `${CORE}/pods`, named(pod), PROTOBUF],
  ["POST", `${APPS}/deployments`, named(deployment), PROTOBUF],
  ["GET", MAPS, undefined, PROTOBUF],
  ["GET", `${CORE}/pods?watch=true&timeoutSeconds=1&resourceVersion=1`, undefined, PROTOBUF],
  ["DELETE", `${CORE}/pods/a`],
  ["DELETE", `${MAPS}/a`],
  ["DELETE", `${OBJECTS}/a`],
  ["DELETE", `${CRDS}/samples.${GROUP}`],
];

/** @param {string} command kiln.mjs */
export async function compileServe(command) {
  const folder = mkdtempSync(join(tmpdir(), "kiln-compile-"));
  const flags = ["--listen", "127.0.0.1:0", "--data-dir", folder];
  const env = { ...process.env, KILN_KEEP_COMPILED: "exit" };
  const child = spawn(process.execPath, [command, "serve", ...flags], { env, stdio: ["ignore", "pipe", "ignore"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    const url = await Promise.race([readUrl(child), ended.then(() => undefined)]);
    if (typeof url === "string") {
      await sendAll(url, join(folder, "pki"));
    }
  } finally {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<string>}
 */
function readUrl(child) {
  return new Promise((resolve) => {
    let text = "";
    child.stdout?.on("data", (chunk) => {
      text += chunk;
      const found = /^ready (https:\S+)/.exec(text)?.[1];
      if (found !== undefined) {
        resolve(found);
      }
    });
  });
}

/**
 * @param {string} url
 * @param {string} pki
 */
async function sendAll(url, pki) {
  const read = (/** @type {string} */ name) => readFileSync(join(pki, name));
  const agent = new Agent({ ca: read("ca.crt"), cert: read("admin.crt"), key: read("admin.key"), keepAlive: true });
  const { createProtobuf } = await import("../packages/kinds/dist/index.js");
  const protobuf = createProtobuf();
  let last = {};
  for (const [method, path, given, type] of REQUESTS) {
    const body = typeof given === "function" ? given(last) : given;
    const { status, text } = await new Promise((resolve, reject) => {
      const headers = {
        ...(body === undefined ? {} : { "content-type": type }),
        ...(type === PROTOBUF ? { accept: PROTOBUF } : {}),
      };
      const sent = request(`${url}${path}`, { method, agent, headers }, (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.once("end", () => resolve({ status: response.statusCode, text }));
      });
      sent.once("error", reject);
      sent.end(body && (type === PROTOBUF ? protobuf.encode(body) : JSON.stringify(body)));
    });
    if (status >= 300) {
      throw new Error(`${method} ${path} was answered with ${status}: the code of its kind is not compiled`);
    }
    last = method === "GET" && text.startsWith("{") && !path.includes("watch") ? JSON.parse(text) : {};
  }
  agent.destroy();
}
