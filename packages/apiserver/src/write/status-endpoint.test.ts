import { type JsonObject, objectAt } from "@kiln/api";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

afterEach(() => server.close());

const selector = { matchLabels: { a: "b" } };
const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const SERVICES = "/api/v1/namespaces/default/services";

/** Changes labels and annotations through the status endpoint; returns them with the owners of metadata fields. */
async function relabel(path: string, spec: JsonObject): Promise<JsonObject> {
  await server.send("POST", path, { body: { metadata: { name: "a", labels: { a: "b" } }, spec } });
  const { json } = await server.send("PATCH", `${path}/a/status?fieldManager=m`, {
    body: { metadata: { labels: { c: "d" }, annotations: { e: "f" } } },
    headers: { "content-type": "application/merge-patch+json" },
  });
  const { labels = {}, annotations = {}, managedFields } = objectAt(json ?? {}, "metadata");
  const entries = managedFields as { manager: string; fieldsV1: JsonObject }[];
  const owned = entries.find(({ manager }) => manager === "m")?.fieldsV1["f:metadata"] ?? {};
  return { labels, annotations, owned };
}

function apply(path: string, object: JsonObject) {
  return server.send("PATCH", `${path}?fieldManager=m`, {
    body: object,
    headers: { "content-type": "application/apply-patch+yaml" },
  });
}

describe("the status endpoint", () => {
  it("takes metadata of most built-in kinds", async () => {
    const path = "/apis/apps/v1/namespaces/default/replicasets";
    expect(await relabel(path, { selector, template })).toEqual({
      labels: { a: "b", c: "d" },
      annotations: { e: "f" },
      owned: { "f:annotations": { ".": {}, "f:e": {} }, "f:labels": { "f:c": {} } },
    });
  });

  it("takes all but labels of a Deployment", async () => {
    expect(await relabel(DEPLOYMENTS, { selector, template })).toEqual({
      labels: { a: "b" },
      annotations: { e: "f" },
      owned: { "f:annotations": { ".": {}, "f:e": {} } },
    });
  });

  it.each<[string, JsonObject]>([
    ["/apis/networking.k8s.io/v1/servicecidrs", { cidrs: ["10.77.0.0/16"] }],
    [
      "/apis/storage.k8s.io/v1/volumeattachments",
      { attacher: "a", nodeName: "n", source: { persistentVolumeName: "p" } },
    ],
    ["/apis/resource.k8s.io/v1/namespaces/default/resourceclaims", {}],
    ["/apis/storagemigration.k8s.io/v1beta1/storageversionmigrations", { resource: { resource: "secrets" } }],
    [
      "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations",
      { type: "Limited", limited: { limitResponse: { type: "Reject" } } },
    ],
  ])("takes nothing else of %s", async (path, spec) => {
    expect(await relabel(path, spec)).toEqual({ labels: { a: "b" }, annotations: {}, owned: {} });
  });

  it("makes a Service that is applied to it, and gives it nothing", async () => {
    const object = { apiVersion: "v1", kind: "Service", metadata: { name: "a" } };
    expect((await apply(`${SERVICES}/a/status`, object)).status).toBe(422);
    const { status, json } = await apply(`${SERVICES}/a/status`, { ...object, spec: { ports: [{ port: 80 }] } });
    expect(status).toBe(201);
    expect(objectAt(json ?? {}, "spec").clusterIP).toBeUndefined();
    const deployment = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a" } };
    expect((await apply(`${DEPLOYMENTS}/a/status`, deployment)).status).toBe(404);
  });

  it("fills in the phase of a Namespace, whose owner stays its owner", async () => {
    const object = { apiVersion: "v1", kind: "Namespace", metadata: { name: "n" } };
    await server.send("POST", "/api/v1/namespaces", { body: object });
    await apply("/api/v1/namespaces/n/status", { ...object, status: { phase: "Active" } });
    const { json } = await server.send("PUT", "/api/v1/namespaces/n/status", { body: { ...object, status: {} } });
    expect(json?.status).toEqual({ phase: "Active" });
    expect(objectAt(json ?? {}, "metadata").managedFields).toContainEqual(
      expect.objectContaining({ manager: "m", fieldsV1: { "f:status": { "f:phase": {} } } }),
    );
  });
});
