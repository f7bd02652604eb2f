import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createClient } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";
import { runKiln } from "./run-kiln.ts";

const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ovens.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: ovens, kind: Oven}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties: {spec: {type: object, properties: {heat: {type: integer, default: 200}}}}
`;
const OVEN = "apiVersion: example.com/v1\nkind: Oven\nmetadata: {name: big, namespace: shop}\nspec: {}\n";
const STORED = "uid: 6f0a2c9e-0000-4000-8000-000000000001, resourceVersion: '77'";

/** Files as the tools that make them lay them out. */
const LAYOUTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  manifests: {
    "a-oven.yaml": OVEN,
    "b-crd.yaml": CRD,
    "secret.yaml": "apiVersion: v1\nkind: Secret\nmetadata: {name: hidden}\n",
    "kustomization.yaml": "resources: [a-oven.yaml]\n",
  },
  "must-gather": {
    version: "openshift/must-gather",
    "quay-io/cluster-scoped-resources/core/namespaces/shop.yaml": `apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, ${STORED}}\n`,
    "quay-io/cluster-scoped-resources/apiextensions.k8s.io/customresourcedefinitions/ovens.example.com.yaml": CRD,
    "quay-io/namespaces/shop/example.com/ovens/big.yaml": `---\n${OVEN}`,
    "quay-io/namespaces/shop/core/configmaps.yaml": `apiVersion: v1\nkind: ConfigMapList\nitems:\n- metadata: {name: kept, namespace: shop, ${STORED.replace("001", "002").replace("77", "78")}}\n`,
    "quay-io/namespaces/shop/pods/logs.yaml": "not: [closed",
  },
  "support-bundle": {
    "bundle/cluster-resources/namespaces.json": JSON.stringify({
      kind: "NamespaceList",
      apiVersion: "v1",
      items: [{ metadata: { name: "shop" } }],
    }),
    "bundle/cluster-resources/custom-resource-definitions.json": JSON.stringify([]),
    "bundle/cluster-resources/configmaps/shop.json": JSON.stringify({
      kind: "ConfigMapList",
      apiVersion: "v1",
      items: [{ metadata: { name: "kept", namespace: "shop" } }],
    }),
    "bundle/crds.yaml": CRD,
    "bundle/cluster-resources/custom-resources/ovens.example.com/shop.json": JSON.stringify([
      { apiVersion: "example.com/v1", kind: "Oven", metadata: { name: "big", namespace: "shop" }, spec: {} },
    ]),
    "bundle/version.yaml": "kind: SupportBundle\n",
  },
};

describe("kiln import of files", { timeout: 120_000 }, () => {
  let folder: string;
  let server: ServeProcess;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "kiln-import-files-"));
    for (const [layout, files] of Object.entries(LAYOUTS)) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, layout, name)), { recursive: true });
        writeFileSync(join(folder, layout, name), text);
      }
      execFileSync("tar", ["-czf", join(folder, `${layout}.tar.gz`), "-C", folder, layout]);
    }
    server = await startServeProcess(["--testing", "--store", "memory"]);
  }, 60_000);
  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const importTo = (snapshot: string, path: string) =>
    runKiln("import", join(folder, path), "--snapshot", snapshot, "--server", server.kubeconfig);

  it.each(Object.keys(LAYOUTS).flatMap((layout) => [layout, `${layout}.tar.gz`]))(
    "makes a snapshot of %s whose forks have the objects",
    async (path) => {
      const name = path.replaceAll(".", "-");
      expect(await importTo(name, path)).toMatchObject({ code: 0, err: "" });
      const flags = [
        "--from-snapshot",
        name,
        "--output",
        join(folder, `${name}.kubeconfig`),
        "--kubeconfig",
        server.kubeconfig,
      ];
      expect(await runKiln("fork", name, ...flags)).toMatchObject({ code: 0 });
      const transport = openTransport(loadAccess({ file: join(folder, `${name}.kubeconfig`) }));
      const client = createClient({ transport, userAgent: "test" });
      const ovens = { group: "example.com", version: "v1", plural: "ovens", isNamespaced: true };
      expect(await client.get(ovens, { namespace: "shop", name: "big" })).toMatchObject({ spec: { heat: 200 } });
      if (path.startsWith("must-gather")) {
        const namespaces = { group: "", version: "v1", plural: "namespaces", isNamespaced: false };
        const { metadata } = await client.get(namespaces, { name: "shop" });
        expect(metadata).toMatchObject({ uid: "6f0a2c9e-0000-4000-8000-000000000001", resourceVersion: "77" });
      }
      client.close();
    },
  );

  it("says what it leaves out", async () => {
    expect((await importTo("said", "must-gather")).out).toMatch(/left out: file not read: .*logs\.yaml: .*: 1\n/);
    const { out } = await importTo("said-too", "manifests");
    expect(out).toContain("left out: Secrets (--include-secrets takes them): 1\n");
    expect(out).toContain("left out: files without Kubernetes objects: 1\n");
  });

  it("makes nothing of manifests that the server rejects", async () => {
    mkdirSync(join(folder, "wrong"));
    const text = `${CRD}---\n${OVEN.replace("spec: {}", "spec: {heat: hot}")}`;
    writeFileSync(join(folder, "wrong", "oven.yaml"), text);
    const ended = await importTo("wrong", "wrong");
    expect(ended).toMatchObject({ code: 2, out: "" });
    expect(ended.err).toContain("spec.heat: must be of type integer, found string");
    const flags = ["--from-snapshot", "wrong", "--kubeconfig", server.kubeconfig];
    expect(await runKiln("fork", "wrong", ...flags)).toMatchObject({
      code: 1,
      err: expect.stringContaining("Not found"),
    });
  });

  it("refuses a name that is taken, an archive that is cut short and a server without forks", async () => {
    await importTo("taken", "manifests");
    expect(await importTo("taken", "manifests")).toMatchObject({
      code: 1,
      err: expect.stringContaining('"taken" already exists'),
    });
    writeFileSync(join(folder, "cut.tar.gz"), Buffer.from([0x1f, 0x8b, 8, 0, 0]));
    expect(await importTo("cut", "cut.tar.gz")).toMatchObject({
      code: 2,
      err: expect.stringContaining("is no whole gzip file"),
    });
    const plain = await startServeProcess(["--store", "memory"]);
    const ended = await runKiln("import", join(folder, "manifests"), "--snapshot", "a", "--server", plain.kubeconfig);
    expect(ended).toMatchObject({ code: 1, err: expect.stringContaining("start it with kiln serve --testing") });
    await plain.close();
  });
});
