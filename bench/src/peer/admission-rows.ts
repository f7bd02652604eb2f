import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { RunningServer } from "../server/start-server.ts";
import { create, GROUP } from "../server/workload.ts";
import type { PeerRow } from "./peer-row.ts";
import { sendJson } from "./send-json.ts";

const ADMISSION = "/apis/admissionregistration.k8s.io/v1";
const NAME = "bench.example.com";
const resourceRules = [{ apiGroups: [GROUP], apiVersions: ["v1"], resources: ["gadgets"], operations: ["CREATE"] }];

/**
 * Rows of creates that a CEL policy or two webhooks admit. `material` is a data folder of Kiln, whose certificate the
 * webhooks use.
 */
export function admissionRows(material: string): readonly PeerRow[] {
  const webhooks = createWebhooks(material);
  return [
    {
      name: "create with a policy in CEL",
      prepare: addPolicy,
      operate: create,
      undo: removePolicy,
      operations: 500,
      leastProcessor: 2,
      goal: 10,
    },
    {
      name: "create with two webhooks",
      prepare: webhooks.add,
      operate: create,
      undo: webhooks.remove,
      operations: 300,
      leastProcessor: 1,
      goal: 5,
    },
  ];
}

async function addPolicy({ target }: RunningServer): Promise<void> {
  const kind = "ValidatingAdmissionPolicy";
  const validations = [
    { expression: "object.spec.size <= 100 && object.spec.notes.all(note, note.size() < 1000)" },
    { expression: "object.metadata.labels['app'] == 'bench'" },
  ];
  const spec = { failurePolicy: "Fail", matchConstraints: { resourceRules }, validations };
  const binding = { policyName: NAME, validationActions: ["Deny"] };
  const apiVersion = "admissionregistration.k8s.io/v1";
  await sendJson(target, [
    {
      method: "POST",
      path: `${ADMISSION}/validatingadmissionpolicies`,
      object: { apiVersion, kind, metadata: { name: NAME }, spec },
    },
    {
      method: "POST",
      path: `${ADMISSION}/validatingadmissionpolicybindings`,
      object: { apiVersion, kind: `${kind}Binding`, metadata: { name: NAME }, spec: binding },
    },
  ]);
  await settle();
}

async function removePolicy({ target }: RunningServer): Promise<void> {
  await sendJson(target, [
    { method: "DELETE", path: `${ADMISSION}/validatingadmissionpolicybindings/${NAME}` },
    { method: "DELETE", path: `${ADMISSION}/validatingadmissionpolicies/${NAME}` },
  ]);
}

/** kube-apiserver follows its configuration objects with a delay. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2000));
}

function createWebhooks(material: string) {
  const read = (name: string) => readFileSync(join(material, "pki", name));
  let server: Server | undefined;
  const kinds = ["Validating", "Mutating"] as const;
  const pathOf = (kind: string) => `${ADMISSION}/${kind.toLowerCase()}webhookconfigurations`;
  return {
    async add({ target }: RunningServer): Promise<void> {
      server ??= await startWebhook({ cert: read("server.crt"), key: read("server.key") });
      const { port } = server.address() as AddressInfo;
      const clientConfig = { url: `https://127.0.0.1:${port}/`, caBundle: read("ca.crt").toString("base64") };
      const common = { name: NAME, sideEffects: "None", admissionReviewVersions: ["v1"], rules: resourceRules };
      const requests = kinds.map((kind) => ({
        method: "POST" as const,
        path: pathOf(kind),
        object: {
          apiVersion: "admissionregistration.k8s.io/v1",
          kind: `${kind}WebhookConfiguration`,
          metadata: { name: NAME },
          webhooks: [{ ...common, clientConfig }],
        },
      }));
      await sendJson(target, requests);
      await settle();
    },
    async remove({ target }: RunningServer): Promise<void> {
      const requests = kinds.map((kind) => ({ method: "DELETE" as const, path: `${pathOf(kind)}/${NAME}` }));
      await sendJson(target, requests);
      server?.closeAllConnections();
      server?.close();
      server = undefined;
    },
  };
}

/** Starts a webhook that allows everything. The load generator shares its core with it, for both servers alike. */
function startWebhook(material: { readonly cert: Buffer; readonly key: Buffer }): Promise<Server> {
  const server = createServer(material, (request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const uid = /"uid":"([^"]+)"/.exec(text)?.[1];
      const review = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: { uid, allowed: true } };
      response.setHeader("content-type", "application/json").end(JSON.stringify(review));
    });
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
