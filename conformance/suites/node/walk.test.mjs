// Run with node --test in a folder that has @kubernetes/client-node, and KUBECONFIG set.
import assert from "node:assert/strict";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { before, describe, it } from "node:test";
import {
  ApiextensionsV1Api,
  AppsV1Api,
  AuthorizationV1Api,
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  KubernetesObjectApi,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  VersionApi,
  Watch,
} from "@kubernetes/client-node";

const namespace = "default";
const config = new KubeConfig();
const OVENS = { group: "bakery.example.com", version: "v1", namespace, plural: "ovens" };
const patchAs = (type) => setHeaderOptions("Content-Type", type);

/** Events of an emitter-like source, taken one by one. */
function createQueue() {
  const kept = [];
  const wake = new PassThrough();
  return {
    put: (event) => {
      kept.push(event);
      wake.emit("event");
    },
    take: async () => {
      while (kept.length === 0) {
        await once(wake, "event", { signal: AbortSignal.timeout(20_000) });
      }
      return kept.shift();
    },
  };
}

describe("@kubernetes/client-node", () => {
  let core;
  before(() => {
    config.loadFromDefault();
    core = config.makeApiClient(CoreV1Api);
  });

  it("reads the version and the namespaces", async () => {
    const { major } = await config.makeApiClient(VersionApi).getCode();
    assert.equal(major, "1");
    const { items } = await core.listNamespace();
    assert.ok(items.some(({ metadata }) => metadata.name === "kube-system"));
  });

  it("creates, reads, replaces and deletes an object", async () => {
    const body = { metadata: { name: "plain" }, data: { a: "1" }, binaryData: { b: "AAEC" } };
    const made = await core.createNamespacedConfigMap({ namespace, body });
    assert.ok(made.metadata.creationTimestamp instanceof Date);
    const read = await core.readNamespacedConfigMap({ namespace, name: "plain" });
    assert.deepEqual(read.data, { a: "1" });
    const replaced = await core.replaceNamespacedConfigMap({ namespace, name: "plain", body: { ...read, data: {} } });
    assert.notEqual(replaced.metadata.resourceVersion, read.metadata.resourceVersion);
    await assert.rejects(core.replaceNamespacedConfigMap({ namespace, name: "plain", body: read }), { code: 409 });
    await core.deleteNamespacedConfigMap({ namespace, name: "plain" });
    await assert.rejects(core.readNamespacedConfigMap({ namespace, name: "plain" }), (error) => {
      return error.code === 404 && JSON.parse(error.body).message === 'configmaps "plain" not found';
    });
  });

  it("sends every kind of patch", async () => {
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: "patched" }, data: { a: "1" } } });
    const patch = (type, body) =>
      core.patchNamespacedConfigMap({ namespace, name: "patched", fieldManager: "walk", body }, patchAs(type));
    await patch(PatchStrategy.JsonPatch, [{ op: "add", path: "/data/b", value: "2" }]);
    await patch(PatchStrategy.MergePatch, { data: { c: "3" } });
    await patch(PatchStrategy.StrategicMergePatch, { data: { d: "4" } });
    const { data } = await patch(PatchStrategy.ServerSideApply, {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "patched" },
      data: { e: "5" },
    });
    assert.deepEqual(data, { a: "1", b: "2", c: "3", d: "4", e: "5" });
  });

  it("reads a list page by page", async () => {
    for (const name of ["page-1", "page-2", "page-3"]) {
      await core.createNamespacedConfigMap({ namespace, body: { metadata: { name, labels: { paged: "yes" } } } });
    }
    const names = [];
    let _continue;
    do {
      const page = await core.listNamespacedConfigMap({ namespace, labelSelector: "paged=yes", limit: 2, _continue });
      names.push(...page.items.map(({ metadata }) => metadata.name));
      _continue = page.metadata._continue;
    } while (_continue);
    assert.deepEqual(names, ["page-1", "page-2", "page-3"]);
  });

  it("scales a Deployment", async () => {
    const apps = config.makeApiClient(AppsV1Api);
    const labels = { app: "scaled" };
    const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "c:1" }] } };
    const spec = { replicas: 1, selector: { matchLabels: labels }, template };
    await apps.createNamespacedDeployment({ namespace, body: { metadata: { name: "scaled" }, spec } });
    const body = { spec: { replicas: 3 } };
    const place = { namespace, name: "scaled" };
    const scaled = await apps.patchNamespacedDeploymentScale({ ...place, body }, patchAs(PatchStrategy.MergePatch));
    assert.equal(scaled.spec.replicas, 3);
    assert.equal((await apps.readNamespacedDeployment(place)).spec.replicas, 3);
  });

  it("asks what it may do", async () => {
    const resourceAttributes = { verb: "create", resource: "pods", namespace };
    const access = config.makeApiClient(AuthorizationV1Api);
    const { status } = await access.createSelfSubjectAccessReview({ body: { spec: { resourceAttributes } } });
    assert.equal(status.allowed, true);
  });

  it("watches, from a version on, until it is aborted", async () => {
    const { metadata } = await core.listNamespacedConfigMap({ namespace });
    const events = createQueue();
    const ended = createQueue();
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const { resourceVersion } = metadata;
    const controller = await new Watch(config).watch(
      path,
      { resourceVersion, allowWatchBookmarks: true },
      (type, object) => events.put(`${type} ${object.metadata.name}`),
      () => ended.put("ended"),
    );
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: "watched" } } });
    assert.equal(await events.take(), "ADDED watched");
    await core.deleteNamespacedConfigMap({ namespace, name: "watched" });
    assert.equal(await events.take(), "DELETED watched");
    controller.abort();
    assert.equal(await ended.take(), "ended");
  });

  it("defines a custom resource and keeps an informer on it", async () => {
    const openAPIV3Schema = {
      type: "object",
      properties: { spec: { type: "object", properties: { heat: { type: "integer", maximum: 300 } } } },
    };
    const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }];
    const names = { plural: "ovens", kind: "Oven" };
    const body = {
      metadata: { name: "ovens.bakery.example.com" },
      spec: { group: OVENS.group, names, scope: "Namespaced", versions },
    };
    const definitions = config.makeApiClient(ApiextensionsV1Api);
    await definitions.createCustomResourceDefinition({ body });
    for (let isServed = false; !isServed; ) {
      const { status } = await definitions.readCustomResourceDefinition({ name: body.metadata.name });
      isServed = status?.conditions?.some(({ type, status: is }) => type === "Established" && is === "True") ?? false;
    }
    const api = config.makeApiClient(CustomObjectsApi);
    const oven = (name, heat) => ({
      apiVersion: "bakery.example.com/v1",
      kind: "Oven",
      metadata: { name },
      spec: { heat },
    });
    await api.createNamespacedCustomObject({ ...OVENS, body: oven("early", 1) });
    await assert.rejects(api.createNamespacedCustomObject({ ...OVENS, body: oven("hot", 900) }), { code: 422 });
    const path = `/apis/${OVENS.group}/v1/namespaces/${namespace}/ovens`;
    const informer = makeInformer(config, path, () => api.listNamespacedCustomObject(OVENS));
    const events = createQueue();
    for (const verb of ["add", "update", "delete"]) {
      informer.on(verb, ({ metadata, spec }) => events.put(`${verb} ${metadata.name} ${spec.heat}`));
    }
    await informer.start();
    assert.equal(await events.take(), "add early 1");
    await api.createNamespacedCustomObject({ ...OVENS, body: oven("late", 1) });
    assert.equal(await events.take(), "add late 1");
    const live = await api.getNamespacedCustomObject({ ...OVENS, name: "late" });
    await api.replaceNamespacedCustomObject({ ...OVENS, name: "late", body: { ...live, spec: { heat: 2 } } });
    assert.equal(await events.take(), "update late 2");
    await api.deleteNamespacedCustomObject({ ...OVENS, name: "late" });
    assert.equal(await events.take(), "delete late 2");
    await informer.stop();
  });

  it("works with objects of any kind", async () => {
    const objects = KubernetesObjectApi.makeApiClient(config);
    const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "any", namespace }, stringData: { a: "1" } };
    const made = await objects.create(secret);
    assert.equal(made.data.a, Buffer.from("1").toString("base64"));
    const applied = await objects.patch(
      { ...secret, stringData: { b: "2" } },
      undefined,
      undefined,
      "walk",
      true,
      PatchStrategy.ServerSideApply,
    );
    assert.deepEqual(Object.keys(applied.data).sort(), ["a", "b"]);
    await objects.delete(secret);
    await assert.rejects(objects.read(secret), { code: 404 });
  });
});
