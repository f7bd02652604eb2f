import { asObjects, createSystemClock, isJsonObject, type JsonObject, type KubeObject, StatusError } from "@kiln/api";
import type { ResourceType } from "@kiln/client";
import { annotateDefinition, compilePolicies, compileRules, newestKubernetes, readDefinition } from "@kiln/guard";
import { runGuard } from "@kiln/guard/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPeer, until } from "../serve/peer-process.ts";
import { ovenDefinition } from "./oven-definition.ts";
import { type StockCluster, startPeer, startStockKiln } from "./start-cluster.ts";

const OVENS: ResourceType = { group: "example.com", version: "v1", plural: "ovens", isNamespaced: true };
const PLURALS: Readonly<Record<string, ResourceType>> = {
  CustomResourceDefinition: typeOf("apiextensions.k8s.io", "customresourcedefinitions"),
  ValidatingAdmissionPolicy: typeOf("admissionregistration.k8s.io", "validatingadmissionpolicies"),
  ValidatingAdmissionPolicyBinding: typeOf("admissionregistration.k8s.io", "validatingadmissionpolicybindings"),
  MutatingAdmissionPolicy: typeOf("admissionregistration.k8s.io", "mutatingadmissionpolicies"),
  MutatingAdmissionPolicyBinding: typeOf("admissionregistration.k8s.io", "mutatingadmissionpolicybindings"),
};

function typeOf(group: string, plural: string): ResourceType {
  return { group, version: "v1", plural, isNamespaced: false };
}

const kubernetes = newestKubernetes;
const { definition } = readDefinition(ovenDefinition);

/** Enforces marks on a cluster; the returned function cleans up. */
type Enforce = (cluster: StockCluster) => Promise<() => Promise<void>>;

async function createAll({ client }: StockCluster, objects: readonly JsonObject[]): Promise<void> {
  for (const object of objects) {
    await client.create(PLURALS[String(object.kind)] as ResourceType, object);
  }
}

const WAYS: readonly (readonly [name: string, enforce: Enforce])[] = [
  [
    "policies",
    async (cluster) => {
      await createAll(cluster, [annotateDefinition(ovenDefinition)]);
      await createAll(cluster, compilePolicies(definition, { kubernetes }).objects);
      return async () => {};
    },
  ],
  [
    "rules",
    async (cluster) => {
      await createAll(cluster, compileRules(definition, ovenDefinition, { kubernetes }).objects);
      return async () => {};
    },
  ],
  [
    "the webhook",
    async (cluster) => {
      const guard = await runGuard({
        client: cluster.client,
        clock: createSystemClock(globalThis),
        fraction: Math.random,
        server: { tls: cluster.tls, host: "127.0.0.1", port: 0 },
        configuration: {
          name: "kiln-guard",
          addressAt: (port) => ({ url: `https://127.0.0.1:${port}` }),
          caFile: cluster.tls.caFile,
        },
        onFault: () => {},
      });
      await until("the guard is ready", async () => guard.isReady);
      await createAll(cluster, [annotateDefinition(ovenDefinition)]);
      return () => guard.close();
    },
  ],
];

const peer = findPeer();
const CLUSTERS: readonly (readonly [name: string, start: () => Promise<StockCluster>])[] = [
  ["Kiln without marks", startStockKiln],
  ...(peer === undefined ? [] : [["kube-apiserver", () => startPeer(peer)] as const]),
];

function oven(name: string, spec: JsonObject): JsonObject {
  return { apiVersion: "example.com/v1", kind: "Oven", metadata: { name, namespace: "default" }, spec };
}

describe.each(CLUSTERS)("%s", (_, start) => {
  describe.each(WAYS)("with %s", (way, enforce) => {
    let cluster: StockCluster;
    let release: () => Promise<void> = async () => {};
    let count = 0;

    beforeAll(async () => {
      cluster = await start();
      release = await enforce(cluster);
      await until("ovens are served", async () => (await cluster.client.list(OVENS)).kind === "OvenList");
      await until("marks are kept", async () => (await change({ size: "s" }, { size: "m" })).startsWith("Invalid"));
      await until("unions are kept", async () => (await create({ heat: { gas: {} } })).heat !== undefined);
    }, 180_000);

    afterAll(async () => {
      await release();
      await cluster.close();
    }, 60_000);

    /** Creates an oven. Returns its stored spec, or the reason of the rejection. */
    async function create(spec: JsonObject): Promise<JsonObject> {
      const created = await cluster.client.create(OVENS, oven(`oven-${++count}`, spec));
      const stored = (created as JsonObject).spec as JsonObject;
      const { heat } = stored;
      return isJsonObject(heat) && heat.type === undefined ? { ...stored, heat: undefined as never } : stored;
    }

    /** Creates an oven and changes it. Returns the stored spec, or the reason of the rejection. */
    async function change(before: JsonObject, after: JsonObject): Promise<string> {
      const name = `oven-${++count}`;
      const created = (await cluster.client.create(OVENS, oven(name, before))) as KubeObject & JsonObject;
      try {
        const updated = await cluster.client.update(OVENS, { ...created, spec: after });
        return JSON.stringify((updated as JsonObject).spec);
      } catch (error) {
        return error instanceof StatusError ? `${error.status.reason}: ${error.status.message}` : String(error);
      }
    }

    it.each<[string, JsonObject, JsonObject, RegExp]>([
      ["lets other fields change", { size: "s", color: "red" }, { size: "s", color: "blue" }, /"color":"blue"/],
      ["refuses a change of an immutable field", { size: "s" }, { size: "m" }, /^Invalid.*spec\.size.*Immutable/],
      ["refuses to take an immutable field away", { size: "s" }, {}, /^Invalid.*spec\.size/],
      ["lets an item be added", { racks: [{ name: "a" }] }, { racks: [{ name: "b" }, { name: "a" }] }, /"name":"b"/],
      ["refuses to remove an item", { racks: [{ name: "a" }] }, { racks: [] }, /^Invalid.*spec\.racks.*AddOnly/],
      [
        "lets a field of an item be set once",
        { racks: [{ name: "a" }] },
        { racks: [{ name: "a", level: 1 }] },
        /"level":1/,
      ],
      [
        "refuses to change it then",
        { racks: [{ name: "a", level: 1 }] },
        { racks: [{ name: "a", level: 2 }] },
        /^Invalid.*level.*AddOnly/,
      ],
      [
        "clears the old member of a union",
        { heat: { gas: { pressure: 1 } } },
        { heat: { type: "Gas", gas: { pressure: 1 }, electric: { watts: 2 } } },
        /"heat":\{"electric":\{"watts":2\},"type":"Electric"\}|"heat":\{"type":"Electric","electric":\{"watts":2\}\}/,
      ],
    ])("%s", async (_name, before, after, outcome) => {
      expect(await change(before, after)).toMatch(outcome);
    });

    it("refuses two new members of a union", async () => {
      const both = oven("oven-both", { heat: { gas: {}, electric: {} } });
      await expect(cluster.client.create(OVENS, both)).rejects.toThrow(/at most one of gas, electric/);
    });

    it("refuses to scale what is immutable", async () => {
      await cluster.client.create(OVENS, oven("scaled", { replicas: 1 }));
      const place = { namespace: "default", name: "scaled", subresource: "scale" };
      const patch = { type: "merge", body: { spec: { replicas: 2 } } } as const;
      await expect(cluster.client.patch(OVENS, place, patch)).rejects.toThrow(/spec\.replicas/);
    });

    it.runIf(way === "the webhook")("refuses a CRD whose annotation does not fit its schema", async () => {
      const annotations = { "kiln/marks": '{"v1":{"properties":{"gone":{"x-kubernetes-mutability":"Immutable"}}}}' };
      const type = PLURALS.CustomResourceDefinition as ResourceType;
      const patch = { type: "merge", body: { metadata: { annotations } } } as const;
      await expect(cluster.client.patch(type, { name: "ovens.example.com" }, patch)).rejects.toThrow(
        /gone is not in the schema/,
      );
    });

    it.runIf(way === "the webhook")("restores its configurations after a change", async () => {
      const type = typeOf("admissionregistration.k8s.io", "validatingwebhookconfigurations");
      const place = { name: "kiln-guard" };
      const namesOf = async () => {
        const { webhooks } = (await cluster.client.get(type, place)) as JsonObject;
        return asObjects(webhooks).map(({ name }) => name);
      };
      const all = await namesOf();
      await cluster.client.patch(type, place, { type: "json", body: [{ op: "remove", path: "/webhooks/0" }] });
      await until("the webhook is back", async () => (await namesOf()).length === all.length);
      await cluster.client.delete(type, place);
      await until("the configuration is back", async () => (await namesOf()).length === all.length);
    });
  });
});
