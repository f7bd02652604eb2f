import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asObject, asObjects, type JsonObject } from "@kiln/api";
import { type Client, createClient } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPeer, startPeerProcess } from "../serve/peer-process.ts";
import { startServeProcess } from "../serve/serve-process.ts";
import { runKiln } from "./run-kiln.ts";

const OVENS = { group: "example.com", version: "v1", plural: "ovens", isNamespaced: true };
const MAPS = { group: "", version: "v1", plural: "configmaps", isNamespaced: true };
const SECRETS = { ...MAPS, plural: "secrets" };
const DEPLOYMENTS = { group: "apps", version: "v1", plural: "deployments", isNamespaced: true };
const REPLICA_SETS = { ...DEPLOYMENTS, plural: "replicasets" };
const AUTOSCALERS = { group: "autoscaling", version: "v2", plural: "horizontalpodautoscalers", isNamespaced: true };
const CRDS = {
  group: "apiextensions.k8s.io",
  version: "v1",
  plural: "customresourcedefinitions",
  isNamespaced: false,
};
const WEBHOOKS = {
  group: "admissionregistration.k8s.io",
  version: "v1",
  plural: "validatingwebhookconfigurations",
  isNamespaced: false,
};

const DEFINITION: JsonObject = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "ovens.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "ovens", singular: "oven", kind: "Oven", listKind: "OvenList" },
    versions: ["v1", "v2"].map((name) => ({
      name,
      served: true,
      storage: name === "v1",
      subresources: { status: {} },
      schema: {
        openAPIV3Schema: {
          type: "object",
          properties: {
            spec: { type: "object", properties: { heat: { type: "integer", default: 200 } } },
            status: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
          },
        },
      },
    })),
  },
};

const TEMPLATE: JsonObject = {
  metadata: { labels: { app: "web" } },
  spec: { containers: [{ name: "web", image: "web" }] },
};
/** Number of ConfigMaps, for two pages. */
const MAP_COUNT = 520;

async function fill(client: Client): Promise<void> {
  const namespace = "default";
  await client.create(CRDS, DEFINITION);
  const selector = { matchLabels: { app: "web" } };
  const workload = { replicas: 2, selector, template: TEMPLATE };
  const kind = "Deployment";
  const made = await client.create(DEPLOYMENTS, {
    apiVersion: "apps/v1",
    kind,
    metadata: { name: "web", namespace },
    spec: workload,
  });
  const owner = { apiVersion: "apps/v1", kind, name: "web", uid: String(made.metadata.uid), controller: true };
  await client.create(REPLICA_SETS, {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: { name: "web-1", namespace, ownerReferences: [owner] },
    spec: workload,
  });
  await client.create(AUTOSCALERS, {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: "web", namespace },
    spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind, name: "web" } },
  });
  const secret = await client.create(SECRETS, { metadata: { name: "hidden", namespace }, data: { a: "Yg==" } });
  const hidden = { apiVersion: "v1", kind: "Secret", name: "hidden", uid: String(secret.metadata.uid) };
  await client.create(MAPS, { metadata: { name: "owned", namespace, ownerReferences: [hidden] } });
  for (let i = 0; i < MAP_COUNT; i += 20) {
    const names = Array.from({ length: 20 }, (_, j) => `m${i + j}`);
    await Promise.all(names.map((name) => client.create(MAPS, { metadata: { name, namespace }, data: { name } })));
  }
  await untilServed(client);
  await client.create(OVENS, {
    apiVersion: "example.com/v1",
    kind: "Oven",
    metadata: { name: "big", namespace },
    spec: {},
  });
  await client.patch(OVENS, { namespace, name: "big" }, STATUS, { subresource: "status" });
  await client.create(WEBHOOKS, {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "unreachable" },
    webhooks: [
      {
        name: "a.example.com",
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        clientConfig: { service: { name: "none", namespace } },
        rules: [{ apiGroups: ["policy"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["evictions"] }],
      },
    ],
  });
}

const STATUS = { type: "merge", body: { status: { ready: true } } } as const;

async function untilServed(client: Client): Promise<void> {
  for (;;) {
    const { status } = await client.get(CRDS, { name: "ovens.example.com" });
    if (asObjects(asObject(status).conditions).some((each) => each.type === "Established" && each.status === "True")) {
      return;
    }
  }
}

function clientOf(kubeconfig: string): Client {
  return createClient({ transport: openTransport(loadAccess({ file: kubeconfig })), userAgent: "import-test" });
}

const peer = findPeer();

interface SourceServer {
  readonly kubeconfig: string;
  close(): Promise<void>;
}

const SOURCES: readonly [string, (() => Promise<SourceServer>) | undefined][] = [
  ["kiln serve --testing", () => startServeProcess(["--testing", "--store", "memory"])],
  ["kube-apiserver", peer && (() => startPeerProcess(peer))],
];

for (const [name, start] of SOURCES) {
  // The second cluster is that of KILN_PEER_APISERVER and KILN_PEER_ETCD.
  describe.skipIf(start === undefined)(`kiln import from ${name}`, { timeout: 120_000 }, () => {
    let source: SourceServer;
    let folder: string;
    const target = (dir: string) => ["--data-dir", join(folder, dir), "--rate", "1000"];
    const importTo = (dir: string, ...flags: readonly string[]) =>
      runKiln("import", "--kubeconfig", source.kubeconfig, ...target(dir), ...flags);
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "kiln-import-"));
      source = await (start as () => Promise<SourceServer>)();
      const client = clientOf(source.kubeconfig);
      await fill(client);
      client.close();
    }, 120_000);
    afterAll(async () => {
      await source?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it("copies every object as it is, but for Secrets, webhooks and references to them", async () => {
      const ended = await importTo("copy");
      expect(ended).toMatchObject({ code: 0, err: "" });
      expect(ended.out).toContain("left out: resource not read: Secrets (--include-secrets takes them): 1\n");
      expect(ended.out).toContain("left out: owner references to objects that are not in the import: 1\n");
      const copy = await startServeProcess(["--testing", "--data-dir", join(folder, "copy")]);
      const [before, after] = [clientOf(source.kubeconfig), clientOf(join(folder, "copy", "kubeconfig"))];
      try {
        for (const type of [MAPS, DEPLOYMENTS, REPLICA_SETS, AUTOSCALERS, OVENS, { ...OVENS, version: "v2" }]) {
          const [here, there] = [await listOf(before, type), await listOf(after, type)];
          expect(there).toEqual(here);
        }
        expect(await listOf(after, SECRETS)).toEqual([]);
        expect(await listOf(after, WEBHOOKS)).toEqual([]);
        const owned = await after.get(MAPS, { namespace: "default", name: "owned" });
        expect(owned.metadata).not.toHaveProperty("ownerReferences");
      } finally {
        before.close();
        after.close();
        await copy.close();
      }
    });

    it("takes Secrets if they are asked for, and never changes a store that is there", async () => {
      const ended = await importTo("full", "--include-secrets", "--include-webhooks", "--include-events");
      expect(ended.out).not.toContain("left out");
      expect(await importTo("full")).toMatchObject({ code: 2, err: expect.stringContaining("has a store already") });
    });
  });
}

/** Objects of a list without those that every server creates, and without the object whose owner is left out. */
async function listOf(client: Client, type: Parameters<Client["list"]>[0]): Promise<JsonObject[]> {
  const objects: JsonObject[] = [];
  for await (const object of client.listAll(type, { namespace: "default" })) {
    objects.push(object as unknown as JsonObject);
  }
  return objects.filter(({ metadata }) => !["kube-root-ca.crt", "owned"].includes(String(asObject(metadata).name)));
}

describe("kiln import that is cut off", { timeout: 120_000 }, () => {
  it("makes nothing, and goes on from where it was", async () => {
    const folder = mkdtempSync(join(tmpdir(), "kiln-import-cut-"));
    const server = await startServeProcess(["--testing", "--store", "memory"]);
    const client = clientOf(server.kubeconfig);
    try {
      await fill(client);
      const fault = (name: string, spec: JsonObject) =>
        client.create(
          { group: "testing.kiln.dev", version: "v1", plural: "faults", isNamespaced: false },
          { apiVersion: "testing.kiln.dev/v1", kind: "Fault", metadata: { name }, spec },
        );
      const match = { verbs: ["list"], resources: ["configmaps"], userAgents: ["kiln-import"] };
      // The first request counts the objects, the second and third request pages.
      await fault("cut", { match, action: "Drop", nth: [3] });
      await fault("expire", { match, action: "Status", code: 429, nth: [5], retryAfterSeconds: 0 });
      const args = ["import", "--kubeconfig", server.kubeconfig, "--data-dir", join(folder, "copy"), "--rate", "1000"];
      expect(await runKiln(...args)).toMatchObject({ code: 1, out: "" });
      writeFileSync(join(folder, "other"), printKubeconfig("https://127.0.0.1:1"));
      const other = await runKiln("import", "--kubeconfig", join(folder, "other"), ...args.slice(3));
      expect(other).toMatchObject({ code: 2, err: expect.stringContaining("delete the folder to import from") });
      const again = await runKiln(...args);
      expect(again).toMatchObject({ code: 0, err: expect.stringMatching(/^going on from \d+ objects/) });
      expect(await runKiln("store", "verify", "--data-dir", join(folder, "copy"))).toMatchObject({ code: 0 });
    } finally {
      client.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

function printKubeconfig(server: string): string {
  return JSON.stringify({
    clusters: [{ name: "a", cluster: { server } }],
    users: [{ name: "a", user: {} }],
    contexts: [{ name: "a", context: { cluster: "a", user: "a" } }],
    "current-context": "a",
  });
}
