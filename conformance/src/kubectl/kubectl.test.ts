import { chmodSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findKubectls, mustHavePrograms } from "../serve/find-program.ts";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";
import { isKnownGap } from "./known-gaps.ts";
import { configMap, namespace, oven, ovens } from "./manifests.ts";
import { createKubectl, type Kubectl, readMinor } from "./run-kubectl.ts";

const programs = findKubectls();

it.skipIf(programs.length > 0 || !mustHavePrograms())("finds kubectl on PATH (otherwise its tests are skipped)", () => {
  expect(programs).not.toEqual([]);
});

describe.each(programs.map((program) => ({ program, name: basename(program) })))("$name", ({ program }) => {
  let server: ServeProcess;
  let kubectl: Kubectl;
  const create = (manifest: string) => kubectl("create -f -", { input: manifest });
  const readJson = async (args: string) => JSON.parse(await kubectl(`get ${args} -o json`));

  /** A test that must fail as long as it is listed as a known gap. */
  const check = (name: string, run: () => Promise<void>): void => {
    const declare = isKnownGap(name, readMinor(program)) ? it.fails : it;
    declare(name, run, 60_000);
  };

  beforeAll(async () => {
    server = await startServeProcess();
    kubectl = createKubectl(program, server);
    await create(ovens);
  }, 60_000);
  beforeEach(() => server.ensureRunning());
  afterAll(() => server?.close());

  describe("looks around", () => {
    check("version", async () => {
      expect(await kubectl("version -o json")).toContain("serverVersion");
    });

    check("api-resources", async () => {
      const lines = (await kubectl("api-resources")).split("\n");
      expect(lines.find((line) => line.startsWith("ovens "))).toMatch(/ov +bakery.example.com\/v1 +true +Oven/);
      expect(lines.find((line) => line.startsWith("configmaps "))).toMatch(/cm +v1 +true +ConfigMap/);
    });

    check("api-versions", async () => {
      expect((await kubectl("api-versions")).split("\n")).toEqual(
        expect.arrayContaining(["bakery.example.com/v1", "v1"]),
      );
    });

    check("explain", async () => {
      expect(await kubectl("explain oven.spec.heat")).toContain("Degrees.");
    });

    check("explain of marks and unions", async () => {
      const words = async (field: string) => (await kubectl(`explain ${field}`)).replace(/\s+/g, " ");
      expect(await words("oven.spec.serial")).toContain("Immutable: cannot be changed once set.");
      expect(await words("oven.spec.heater")).toContain(
        "Union: at most one of gas and wood can be set. kind names it.",
      );
      expect(await words("storageclass.provisioner")).toContain("Immutable: cannot be changed once set.");
      expect(await words("service.spec.clusterIP")).toContain("AddOnly: can be set later");
      expect(await words("pod.spec.nodeName")).toContain("Immutable: cannot be changed once set.");
      expect(await words("deployment.spec.template.spec.nodeName")).not.toContain("Immutable");
      expect(await words("deployment.spec.template.spec.volumes")).toContain("Union: at most one of");
      expect(await words("deployment.spec.template.spec.containers.livenessProbe.exec")).toContain(
        "Member of a union: setting it clears grpc, httpGet and tcpSocket.",
      );
      expect(await words("pod")).toMatch(/spec <PodSpec>/);
    });

    check("cluster-info", async () => {
      expect(await kubectl("cluster-info")).toContain("is running at");
    });

    check("auth whoami", async () => {
      expect(await kubectl("auth whoami")).toMatch(/Username +kubernetes-admin/);
    });

    check("auth can-i", async () => {
      expect(await kubectl("auth can-i create ovens")).toBe("yes\n");
    });

    check("get --raw", async () => {
      expect(await kubectl("get --raw /readyz")).toBe("ok");
    });
  });

  describe("creates and applies", () => {
    check("create with the server's own validation", async () => {
      await kubectl("create -f -", { input: configMap("validated", "red") });
    });

    check("create that has an unknown field is refused", async () => {
      const input = oven("typo", 1).replace("racks", "rakcs");
      const { stderr } = await kubectl.run("create -f -", { input });
      expect(stderr).toContain('unknown field "spec.rakcs"');
    });

    check("create namespace, configmap and secret by words", async () => {
      await kubectl("create namespace north");
      await kubectl("create configmap words --from-literal=a=1 -n north");
      await kubectl("create secret generic words --from-literal=a=1 -n north");
      expect((await readJson("secret words -n north")).data).toEqual({ a: "MQ==" });
    });

    check("apply creates, changes and leaves alone", async () => {
      const apply = (heat: number) => kubectl("apply -f -", { input: oven("applied", heat) });
      expect(await apply(1)).toBe("oven.bakery.example.com/applied created\n");
      expect(await apply(1)).toBe("oven.bakery.example.com/applied unchanged\n");
      expect(await apply(2)).toBe("oven.bakery.example.com/applied configured\n");
      expect((await readJson("oven applied")).spec.heat).toBe(2);
    });

    check("apply to a built-in kind", async () => {
      const apply = (color: string) => kubectl("apply -f -", { input: configMap("applied", color) });
      expect(await apply("red")).toBe("configmap/applied created\n");
      expect(await apply("blue")).toBe("configmap/applied configured\n");
      expect((await readJson("configmap applied")).data).toEqual({ color: "blue" });
    });

    check("apply --server-side", async () => {
      const apply = (heat: number, flags = "") =>
        kubectl.run(`apply --server-side -f - ${flags}`, { input: oven("server-side", heat) });
      const applied = "oven.bakery.example.com/server-side serverside-applied\n";
      expect((await apply(1)).stdout).toBe(applied);
      const before = await readJson("oven server-side");
      expect((await apply(1)).stdout).toBe(applied);
      expect((await readJson("oven server-side")).metadata).toEqual(before.metadata);
      const refused = await apply(2, "--field-manager=other");
      expect([refused.code, refused.stderr]).toEqual([
        1,
        expect.stringContaining('Apply failed with 1 conflict: conflict with "kubectl": .spec.heat'),
      ]);
      expect((await apply(2, "--field-manager=other --force-conflicts")).stdout).toBe(applied);
      expect((await readJson("oven server-side")).spec.heat).toBe(2);
    });

    check("apply --server-side of what was applied on the client's side", async () => {
      await kubectl("apply -f -", { input: configMap("migrated", "red") });
      await kubectl("apply --server-side -f -", { input: configMap("migrated", "blue") });
      expect((await readJson("configmap migrated")).data).toEqual({ color: "blue" });
      expect(await kubectl("apply view-last-applied configmap/migrated")).toContain("color: blue");
      expect(await kubectl("apply -f -", { input: configMap("migrated", "green") })).toContain("configured");
    });

    check("apply edit-last-applied", async () => {
      await kubectl("apply -f -", { input: configMap("remembered", "blue") });
      const editor = join(server.folder, "edit-last-applied.sh");
      writeFileSync(editor, '#!/bin/sh\nsed -i.bak "s/color: blue/color: red/" "$1"\n');
      chmodSync(editor, 0o755);
      await kubectl("apply edit-last-applied configmap/remembered", { env: { KUBE_EDITOR: editor } });
      expect(await kubectl("apply view-last-applied configmap/remembered")).toContain("color: red");
      expect((await readJson("configmap remembered")).data).toEqual({ color: "blue" });
    });

    check("diff --server-side", async () => {
      await kubectl("apply --server-side -f -", { input: oven("weighed", 1) });
      const { code, stdout } = await kubectl.run("diff --server-side -f -", { input: oven("weighed", 7) });
      expect(code).toBe(1);
      expect(stdout).toMatch(/-\s+heat: 1\n\+\s+heat: 7/);
      expect((await readJson("oven weighed")).spec.heat).toBe(1);
    });

    check("apply --prune --applyset", async () => {
      const env = { KUBECTL_APPLYSET: "true" };
      const apply = (...manifests: string[]) =>
        kubectl("apply --server-side --prune --applyset=configmaps/set -n default -f -", {
          env,
          input: manifests.join("---"),
        });
      await apply(configMap("kept", "red"), configMap("pruned", "red"), oven("pruned", 1));
      expect(await apply(configMap("kept", "red"))).toContain("configmap/pruned pruned");
      expect((await kubectl.run("get configmap pruned")).stderr).toContain("not found");
      expect((await kubectl.run("get oven pruned")).stderr).toContain("not found");
      expect((await readJson("configmap kept")).data).toEqual({ color: "red" });
    });

    check("diff", async () => {
      await create(oven("differing", 1));
      const { code, stdout } = await kubectl.run("diff -f -", { input: oven("differing", 7) });
      expect(code).toBe(1);
      expect(stdout).toMatch(/-\s+heat: 1\n\+\s+heat: 7/);
    });

    check("create --dry-run=server", async () => {
      await kubectl("create --dry-run=server -f -", { input: oven("dry", 1) });
      expect((await kubectl.run("get oven dry")).stderr).toContain("not found");
    });

    check("replace", async () => {
      await create(oven("replaced", 1));
      await kubectl("replace -f -", { input: oven("replaced", 3) });
      expect((await readJson("oven replaced")).spec.heat).toBe(3);
    });
  });

  describe("reads", () => {
    beforeAll(async () => {
      await create(oven("shown", 230));
    });

    check("get", async () => {
      expect(await kubectl("get oven shown")).toMatch(/^NAME +HEAT +AGE\nshown +230 +\d+s\n$/);
    });

    check("get by short name, and of everything", async () => {
      expect(await kubectl("get ov shown -o name")).toBe("oven.bakery.example.com/shown\n");
      expect(await kubectl("get all")).toMatch(/\bshown +230 /);
    });

    check("get -o wide", async () => {
      expect(await kubectl("get oven shown -o wide")).toMatch(/NAME +HEAT +FUEL +AGE\nshown +230 +wood +/);
    });

    check("get -o yaml", async () => {
      const text = await kubectl("get oven shown -o yaml");
      expect(text).toMatch(/^apiVersion: bakery.example.com\/v1\nkind: Oven\nmetadata:\n/);
      expect(text).toContain("  heat: 230\n");
    });

    check("get -o json and jsonpath", async () => {
      expect((await readJson("oven shown")).spec.loaves).toEqual(["rye", "oat"]);
      expect(await kubectl("get oven shown -o 'jsonpath={.spec.loaves[1]}'")).toBe("oat");
    });

    check("get with selectors, in all namespaces and in pages", async () => {
      expect(await kubectl("get ovens -l app=bakery -A --chunk-size=1 -o name")).toContain("/shown\n");
      expect(await kubectl("get ovens -l app=other -o name")).toBe("");
      expect(await kubectl("get ovens --field-selector metadata.name=shown -o name")).toBe(
        "oven.bakery.example.com/shown\n",
      );
    });

    check("get of what is not there", async () => {
      const { code, stderr } = await kubectl.run("get oven missing");
      expect([code, stderr]).toEqual([
        1,
        'Error from server (NotFound): ovens.bakery.example.com "missing" not found\n',
      ]);
    });

    check("describe", async () => {
      expect(await kubectl("describe oven shown")).toMatch(/Name: +shown\nNamespace: +default\n(.*\n)*.*Heat: +230/);
    });

    check("describe of a namespace", async () => {
      expect(await kubectl("describe namespace default")).toMatch(/Status: +Active/);
    });

    check("get -w", async () => {
      await create(oven("watched", 1));
      const meanwhile = { after: /watched /, run: () => kubectl("label oven watched seen=yes") };
      expect(await kubectl.until("get oven watched -w", /(watched .*\n){2}/, meanwhile)).toContain("HEAT");
    });
  });

  describe("changes", () => {
    check("patch, all three types", async () => {
      await create(oven("patched", 1));
      await create(configMap("patched", "red"));
      await kubectl(`patch oven patched --type=merge -p '{"spec":{"heat":5}}'`);
      await kubectl(`patch oven patched --type=json -p '[{"op":"remove","path":"/spec/loaves/0"}]'`);
      await kubectl(`patch configmap patched --type=strategic -p '{"data":{"size":"L"}}'`);
      expect((await readJson("oven patched")).spec).toEqual({ heat: 5, racks: 2, fuel: "wood", loaves: ["oat"] });
      expect((await readJson("configmap patched")).data).toEqual({ color: "red", size: "L" });
      const refused = await kubectl.run(`patch oven patched --type=strategic -p '{"spec":{"heat":6}}'`);
      expect(refused.stderr).toContain("is not supported by bakery.example.com/v1, Kind=Oven");
    });

    check("patch --subresource", async () => {
      await create(oven("reported", 1));
      await kubectl(`patch oven reported --subresource=status --type=merge -p '{"status":{"racks":2}}'`);
      expect((await readJson("oven reported")).status).toEqual({ racks: 2 });
    });

    check("label and annotate", async () => {
      await create(oven("labelled", 1));
      await kubectl("label oven labelled tier=front");
      await kubectl("annotate oven labelled note=warm");
      await kubectl("label oven labelled app-");
      const { metadata } = await readJson("oven labelled");
      expect([metadata.labels, metadata.annotations.note]).toEqual([{ tier: "front" }, "warm"]);
    });

    check("edit", async () => {
      await create(oven("edited", 1));
      const editor = join(server.folder, "editor.sh");
      writeFileSync(editor, "#!/bin/sh\nsed -i 's/heat: 1$/heat: 9/' \"$1\"\n");
      chmodSync(editor, 0o755);
      await kubectl("edit oven edited", { env: { KUBE_EDITOR: editor } });
      expect((await readJson("oven edited")).spec.heat).toBe(9);
    });

    check("scale", async () => {
      await create(oven("scaled", 1));
      await kubectl("scale oven scaled --replicas=4");
      expect((await readJson("oven scaled")).spec.racks).toBe(4);
    });

    check("wait --for=condition", async () => {
      await create(oven("waited", 1));
      const status = { conditions: [{ type: "Ready", status: "True" }] };
      const run = () =>
        kubectl(`patch oven waited --subresource=status --type=merge -p '${JSON.stringify({ status })}'`);
      await kubectl.until("wait oven waited --for=condition=Ready --timeout=10s", /condition met/, { run });
      await kubectl("wait crd ovens.bakery.example.com --for=condition=Established --timeout=10s");
    });
  });

  describe("deletes", () => {
    check("delete --wait", async () => {
      await create(oven("deleted", 1));
      expect(await kubectl("delete oven deleted --wait")).toMatch(/^oven.bakery.example.com "deleted" deleted/);
      expect((await kubectl.run("get oven deleted")).code).toBe(1);
    });

    check("delete --wait waits for finalizers", async () => {
      await create(oven("held", 1).replace("labels:", "finalizers: [example.com/hold], labels:"));
      await kubectl("delete oven held --wait=false");
      const release = () => kubectl(`patch oven held --type=merge -p '{"metadata":{"finalizers":null}}'`);
      await Promise.all([kubectl("wait oven held --for=delete --timeout=10s"), release()]);
    });

    check("delete by label and of all", async () => {
      await create(namespace("emptied"));
      await kubectl("create -n emptied -f -", { input: oven("one", 1) });
      await kubectl("create -n emptied -f -", { input: oven("two", 1) });
      await kubectl("delete ovens -l app=bakery --field-selector metadata.name=one -n emptied");
      await kubectl("delete ovens --all -n emptied");
      expect((await readJson("ovens -n emptied")).items).toEqual([]);
    });

    check("delete --cascade", async () => {
      for (const cascade of ["background", "foreground", "orphan"]) {
        await create(oven(cascade, 1));
        const { uid } = (await readJson(`oven ${cascade}`)).metadata;
        const owner = `{ apiVersion: bakery.example.com/v1, kind: Oven, name: ${cascade}, uid: ${uid} }`;
        await create(configMap(cascade, "red").replace("}", `, ownerReferences: [${owner}] }`));
        await kubectl(`delete oven ${cascade} --cascade=${cascade}`);
      }
      await kubectl("wait configmap background foreground --for=delete --timeout=5s");
      expect((await readJson("configmap orphan")).metadata.ownerReferences).toBeUndefined();
    });

    check("delete of a namespace empties it", async () => {
      await create(namespace("doomed"));
      await kubectl("create -n doomed -f -", { input: oven("inside", 1) });
      await kubectl("delete namespace doomed --timeout=10s");
      expect((await kubectl.run("get oven inside -n doomed")).code).toBe(1);
    });
  });

  describe("finds everything again", () => {
    check("after a kill -9 of the server", async () => {
      await create(oven("durable", 42));
      const before = await readJson("oven durable");
      await server.crashAndRestart();
      expect(await readJson("oven durable")).toEqual(before);
      expect(await kubectl("get crd ovens.bakery.example.com -o name")).toContain("ovens.bakery.example.com");
    });

    check("and it never crashed by itself", async () => {
      expect(server.crashes).toEqual([]);
    });
  });
});
