import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject, KubeObject } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { type Client, createClient, type ResourceType } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { describe, expect, it } from "vitest";
import { findProgram, mustHavePrograms } from "../serve/find-program.ts";
import { startServeProcess } from "../serve/serve-process.ts";
import { deployment, job, podTemplate } from "./scenario.ts";
import { KINDS } from "./snapshot.ts";
import { until } from "./until.ts";

const MODULE = "sigs.k8s.io/kwok@v0.8.0";
const STAGES: ResourceType = { group: "kwok.x-k8s.io", version: "v1alpha1", plural: "stages", isNamespaced: false };
const NODES: ResourceType = { group: "", version: "v1", plural: "nodes", isNamespaced: false };
const CLASSES: ResourceType = { group: "storage.k8s.io", version: "v1", plural: "storageclasses", isNamespaced: false };

/** Annotations that Stages for Pods read their delays from. */
const QUICK = Object.fromEntries(
  ["create", "ready", "complete", "delete"].flatMap((name) => [
    [`pod-${name}.stage.kwok.x-k8s.io/delay`, "10ms"],
    [`pod-${name}.stage.kwok.x-k8s.io/jitter-delay`, "20ms"],
  ]),
);

/** The folder of KWOK's Stages, of its published module. */
function fetchStages(): string {
  const printed = execFileSync("go", ["mod", "download", "-json", MODULE], { cwd: "/", encoding: "utf8" });
  return join((JSON.parse(printed) as { Dir: string }).Dir, "kustomize", "stage");
}

function filesIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
  return names.map((name) => join(folder, name));
}

async function playOn(groups: readonly string[], play: (client: Client, logged: () => string) => Promise<void>) {
  const folder = fetchStages();
  const kiln = await startServeProcess(["--simulate", "--simulate-nodes", "2"]);
  const client = createClient({ transport: openTransport(loadAccess({ file: kiln.kubeconfig })), userAgent: "test/1" });
  try {
    // The definition of Stage comes with the simulation.
    expect(await until(async () => (await client.list(STAGES)) !== undefined)).toBe(true);
    for (const file of groups.flatMap((group) => filesIn(join(folder, group)))) {
      const object = parseYaml(readFileSync(file, "utf8")).value as unknown as KubeObject;
      if (object.kind === "Stage") {
        await client.create(STAGES, object);
      } else if (object.kind === "StorageClass") {
        await client.create(CLASSES, object);
      }
    }
    await play(client, kiln.log);
  } finally {
    client.close();
    await kiln.close();
  }
}

const place = (name: string) => ({ namespace: "default", name });
const statusOf = async (client: Client, kind: string, name: string) =>
  ((await client.get(KINDS[kind] as never, place(name))).status ?? {}) as JsonObject;

const go = findProgram("go");
describe.skipIf(go === undefined && !mustHavePrograms())("Stages of KWOK, as it publishes them", () => {
  it.each([
    { pods: "pod/fast", nodes: ["node/fast", "node/heartbeat-with-lease"] },
    { pods: "pod/general", nodes: ["node/fast", "node/heartbeat"] },
  ])("$pods run the Pods of a Deployment and of a Job", { timeout: 180_000 }, async ({ pods, nodes }) => {
    await playOn([pods, ...nodes, "pod/chaos", "node/chaos"], async (client, logged) => {
      await client.create(NODES, { apiVersion: "v1", kind: "Node", metadata: { name: "made" } });
      // pod/general deletes a Pod when its grace period is over.
      await client.create(KINDS.Deployment as never, {
        ...deployment("web", {
          template: podTemplate("web", { terminationGracePeriodSeconds: 1 }, { annotations: QUICK }),
        }),
        metadata: place("web"),
      });
      await client.create(KINDS.Job as never, {
        ...job("once", { template: podTemplate("once", { restartPolicy: "Never" }, { annotations: QUICK }) }),
        metadata: place("once"),
      });
      expect(await until(async () => (await statusOf(client, "Deployment", "web")).readyReplicas === 3)).toBe(true);
      expect(await until(async () => (await statusOf(client, "Job", "once")).succeeded === 1)).toBe(true);
      const node = (await client.get(NODES, { name: "made" })).status as { conditions: JsonObject[] };
      expect(node.conditions).toContainEqual(expect.objectContaining({ type: "Ready", status: "True" }));
      await client.delete(KINDS.Deployment as never, place("web"));
      const left = async () => (await client.list(KINDS.Pod as never, { labelSelector: "app=web" })).items;
      expect(await until(async () => (await left()).length === 0)).toBe(true);
      expect(logged()).not.toMatch(/stage ignored|stage-controller: reconcile failed/);
    });
  });

  it("volume/fast provisions a claim and binds it", { timeout: 120_000 }, async () => {
    await playOn(["volume/fast"], async (client, logged) => {
      const spec = {
        storageClassName: "kwok-volume",
        accessModes: ["ReadWriteOnce"],
        resources: { requests: { storage: "5Gi" } },
      };
      const claim = { apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: place("data"), spec };
      await client.create(KINDS.PersistentVolumeClaim as never, claim);
      const isBound = async () => (await statusOf(client, "PersistentVolumeClaim", "data")).phase === "Bound";
      expect(await until(isBound)).toBe(true);
      expect(logged()).not.toMatch(/stage ignored|stage-controller: reconcile failed/);
    });
  });
});
