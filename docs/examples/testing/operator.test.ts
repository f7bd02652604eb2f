import { readFileSync } from "node:fs";
import { CoreV1Api, CustomObjectsApi } from "@kubernetes/client-node";
import { load } from "js-yaml";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startOperator } from "./operator.ts";
import { type Kiln, startKiln } from "./start-kiln.ts";

const BACKUPS = { group: "example.com", version: "v1", plural: "backups" };
const DEFINITIONS = { group: "apiextensions.k8s.io", version: "v1", plural: "customresourcedefinitions" };

describe("the operator", () => {
  let kiln: Kiln;
  let core: CoreV1Api;
  let custom: CustomObjectsApi;
  let stopOperator: () => Promise<void>;
  beforeAll(async () => {
    kiln = await startKiln();
    core = kiln.config.makeApiClient(CoreV1Api);
    custom = kiln.config.makeApiClient(CustomObjectsApi);
    // Neither the typed API of CRDs nor loadYaml is used: both drop keywords that their types lack.
    const body = load(readFileSync(new URL("../backup-crd.yaml", import.meta.url), "utf8"));
    await custom.createClusterCustomObject({ ...DEFINITIONS, body });
    stopOperator = await startOperator(kiln.config);
  });
  afterAll(async () => {
    await stopOperator?.();
    await kiln?.stop();
  });

  // Namespace of the current test, deleted with its objects at the end.
  let namespace = "";
  beforeEach(async () => {
    const { metadata } = await core.createNamespace({ body: { metadata: { generateName: "test-" } } });
    namespace = metadata?.name ?? "";
  });
  afterEach(async () => {
    await core.deleteNamespace({ name: namespace });
  });

  const createBackup = (spec: object) => {
    const body = { apiVersion: "example.com/v1", kind: "Backup", metadata: { name: "nightly" }, spec };
    return custom.createNamespacedCustomObject({ ...BACKUPS, namespace, body });
  };

  it("keeps a ConfigMap beside every Backup", async () => {
    await createBackup({ volume: "data" });
    const made = await vi.waitFor(() => core.readNamespacedConfigMap({ namespace, name: "nightly" }), 5_000);
    expect(made.data).toEqual({ command: "backup data" });
  });

  it("leaves it to the server to delete what belongs to a Backup", async () => {
    await createBackup({ volume: "data" });
    await vi.waitFor(() => core.readNamespacedConfigMap({ namespace, name: "nightly" }), 5_000);
    await custom.deleteNamespacedCustomObject({ ...BACKUPS, namespace, name: "nightly" });
    await vi.waitFor(async () => {
      await expect(core.readNamespacedConfigMap({ namespace, name: "nightly" })).rejects.toThrow("not found");
    }, 5_000);
  });
});
