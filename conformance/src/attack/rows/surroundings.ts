import { request as openRequest } from "node:https";
import { type HonestRequest, send } from "../honest-client.ts";
import {
  type Answer,
  drip,
  endless,
  garbage,
  type HostileServer,
  hang,
  headerBomb,
  interim,
  redirectsTo,
  sends,
  startHostileServer,
  switches,
  tinyChunks,
} from "../hostile-server.ts";
import { sleep } from "../raw-connection.ts";
import type { Row, Target } from "../row.ts";
import { map, NAMESPACE, nest, post, times } from "./one-request/one-request.ts";

const CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations";
const API_SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";
const NODES = "/api/v1/nodes";
const CLIENTS = 8;
const UNREAD_MS = 2000;

/** Answer of a webhook with a JSON patch, given as text. */
const patches = (patch: string): Answer =>
  sends((body) => {
    const { request } = JSON.parse(body) as { readonly request: { readonly uid: string } };
    const response = { uid: request.uid, allowed: true, patchType: "JSONPatch", patch: btoa(patch) };
    return JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response });
  });
const json = JSON.stringify;

const anyServer: Readonly<Record<string, Answer>> = {
  hangs: hang,
  endless,
  "tiny-chunks": tinyChunks,
  drip,
  "header-bomb": headerBomb,
  interim,
  garbage,
  switches,
  "redirect-loop": redirectsTo("/redirect-loop"),
  "redirect-metadata": redirectsTo("http://169.254.169.254/latest/meta-data/"),
  deep: sends(() => nest(900_000, "[", "]")),
  "deep-objects": sends(() => nest(300_000, '{"a":', "}").replace(":}", ":1}")),
  keys: sends(() => `{${times(200_000, (i) => `"k${i}":1`).join(",")}}`),
};

const webhookAnswers: Readonly<Record<string, Answer>> = {
  ...anyServer,
  "many-operations": patches(json(times(60_000, () => ({ op: "test", path: "/kind", value: "ConfigMap" })))),
  explodes: patches(
    json([
      { op: "add", path: "/data", value: { a: "x".repeat(1000) } },
      ...times(30, (i) => ({ op: "copy", from: "/data", path: `/data/k${i}` })),
    ]),
  ),
  grows: patches(
    json([{ op: "add", path: "/data", value: Object.fromEntries(times(150_000, (i) => [`k${i}`, "v"])) }]),
  ),
  moves: patches(
    json([
      { op: "add", path: "/metadata/finalizers", value: times(40_000, (i) => `a.b/f${i}`) },
      ...times(9000, () => ({ op: "move", from: "/metadata/finalizers/0", path: "/metadata/finalizers/39999" })),
    ]),
  ),
  warnings: sends((body) => {
    const { request } = JSON.parse(body) as { readonly request: { readonly uid: string } };
    const response = { uid: request.uid, allowed: true, warnings: times(100_000, (i) => `warning ${i}`) };
    return json({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response });
  }),
  "audit-annotations": sends((body) => {
    const { request } = JSON.parse(body) as { readonly request: { readonly uid: string } };
    const auditAnnotations = Object.fromEntries(times(100_000, (i) => [`k${i}`, "v"]));
    const response = { uid: request.uid, allowed: true, auditAnnotations };
    return json({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response });
  }),
};

async function asAdmin(target: Target, method: string, path: string, body?: object): Promise<readonly string[]> {
  const isPatch = method === "PATCH";
  const { status, text } = await send(target, {
    method,
    path,
    token: "certificate",
    ...(body === undefined ? {} : { body: json(body) }),
    ...(isPatch ? { headers: { "content-type": "application/merge-patch+json" } } : {}),
  });
  return status < 300 ? [] : [`${method} ${path}: ${status} ${text.slice(0, 200)}`];
}

/** Sends the request with several clients at a time. Each must get an answer in time. */
async function sendAtOnce(target: Target, request: HonestRequest): Promise<readonly string[]> {
  const outcomes = await Promise.allSettled(
    times(CLIENTS, () => send(target, { token: target.tokens.edit, timeoutMs: 50_000, ...request })),
  );
  return outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
}

/** Sends the request with several clients that never read their responses, and disconnect after a while. */
async function leaveUnread(target: Target, path: string): Promise<readonly string[]> {
  const { ca } = target.admin;
  const headers = { authorization: `Bearer ${target.tokens.edit}` };
  const sent = times(CLIENTS, () => {
    const request = openRequest({ host: target.host, port: target.port, path, ca, headers, agent: false });
    request.on("error", () => {});
    request.on("response", (response) => response.pause().on("error", () => {}));
    return request.end();
  });
  await sleep(UNREAD_MS);
  for (const request of sent) {
    request.destroy();
  }
  return [];
}

async function callWebhook(
  target: Target,
  { port, caBundle }: HostileServer,
  name: string,
): Promise<readonly string[]> {
  const webhook = {
    name: "hostile.attack.example.com",
    clientConfig: { url: `https://127.0.0.1:${port}/`, caBundle },
    rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "tenant" } },
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    timeoutSeconds: 5,
  };
  const kind = { apiVersion: "admissionregistration.k8s.io/v1", kind: "MutatingWebhookConfiguration" };
  return [
    ...(await asAdmin(target, "POST", CONFIGURATIONS, { ...kind, metadata: { name }, webhooks: [webhook] })),
    ...(await sendAtOnce(target, post("configmaps?dryRun=All", map("hostile")))),
    ...(await asAdmin(target, "DELETE", `${CONFIGURATIONS}/${name}`)),
  ];
}

async function aggregate(target: Target, { port }: HostileServer, name: string): Promise<readonly string[]> {
  const group = `${name}.attack.example.com`;
  // Endpoints must not have loopback addresses.
  const service = { metadata: { name }, spec: { type: "ExternalName", externalName: "localhost", ports: [{ port }] } };
  const spec = { group, version: "v1", groupPriorityMinimum: 1000, versionPriority: 10, insecureSkipTLSVerify: true };
  const apiService = {
    metadata: { name: `v1.${group}` },
    spec: { ...spec, service: { namespace: "tenant", name, port } },
  };
  const paths = [`/apis/${group}/v1/things`, "/apis", "/openapi/v3"];
  return [
    ...(await asAdmin(target, "POST", `${NAMESPACE}/services`, service)),
    ...(await asAdmin(target, "POST", API_SERVICES, apiService)),
    ...(await leaveUnread(target, paths[0] as string)),
    ...(await sendAtOnce(target, { path: paths[1] as string })),
    ...(await sendAtOnce(target, { path: paths[2] as string })),
    ...(await asAdmin(target, "DELETE", `${API_SERVICES}/v1.${group}`)),
    ...(await asAdmin(target, "DELETE", `${NAMESPACE}/services/${name}`)),
  ];
}

async function readLog(target: Target, { port }: HostileServer, name: string): Promise<readonly string[]> {
  const addresses = [{ type: "InternalIP", address: "127.0.0.1" }];
  const status = { addresses, daemonEndpoints: { kubeletEndpoint: { Port: port } } };
  const spec = { nodeName: name, containers: [{ name: "c", image: "a" }] };
  return [
    ...(await asAdmin(target, "POST", NODES, { metadata: { name } })),
    ...(await asAdmin(target, "PATCH", `${NODES}/${name}/status`, { status })),
    ...(await asAdmin(target, "POST", `${NAMESPACE}/pods`, { metadata: { name }, spec })),
    ...(await leaveUnread(target, `${NAMESPACE}/pods/${name}/log`)),
    ...(await leaveUnread(target, `${NAMESPACE}/pods/${name}/proxy/`)),
    ...(await asAdmin(target, "DELETE", `${NODES}/${name}`)),
  ];
}

type Attack = (target: Target, server: HostileServer, name: string) => Promise<readonly string[]>;

/** Rows that run an attack beside a hostile server of each kind. */
function toRows(place: string, answers: Readonly<Record<string, Answer>>, attack: Attack): Row[] {
  return Object.entries(answers).map(([name, answer]) => ({
    name: `${place}-${name}`,
    identity: "edit",
    sends: `requests for which Kiln connects to a hostile ${place}: ${name}`,
    seconds: 60,
    batch: place,
    isShort: SHORT.has(name),
    attack: async (target) => {
      const server = await startHostileServer(answer);
      try {
        return await attack(target, server, `${place}-${name}`);
      } finally {
        server.close();
      }
    },
  }));
}

const SHORT: ReadonlySet<string> = new Set(["tiny-chunks"]);

export const surroundingRows: readonly Row[] = [
  ...toRows("webhook", webhookAnswers, callWebhook),
  ...toRows("extension", anyServer, aggregate),
  ...toRows("kubelet", anyServer, readLog),
];
