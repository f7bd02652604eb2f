import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findProgram, mustHavePrograms } from "../serve/find-program.ts";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";
import { writeKustomization } from "./kustomization.ts";
import { createKubectl, type Kubectl } from "./run-kubectl.ts";

const program = findProgram("kubectl");

it.skipIf(program !== undefined || !mustHavePrograms())("finds kubectl on PATH (otherwise nothing is tested)", () => {
  expect(program).toBeDefined();
});

describe.skipIf(program === undefined)("kubectl with a kustomization", () => {
  let server: ServeProcess;
  let kubectl: Kubectl;
  let overlay = "";
  const dye = (color: string) => {
    overlay = writeKustomization(join(server.folder, "shop"), { color });
  };
  const readJson = async (args: string) => JSON.parse(await kubectl(`get -n north -o json ${args}`));
  beforeAll(async () => {
    server = await startServeProcess(["--store", "memory"]);
    kubectl = createKubectl(program as string, server);
    dye("red");
  }, 60_000);
  afterAll(() => server?.close());

  it("applies the definition and, once it is served, the overlay", async () => {
    await kubectl(`apply -k ${join(overlay, "..", "definitions")}`);
    await kubectl("wait --for=condition=Established crd/kiosks.trade.example.com");
    const said = await kubectl(`apply -k ${overlay}`);
    expect(
      said
        .replaceAll(/-[a-z0-9]{10} /g, "-HASH ")
        .trim()
        .split("\n")
        .sort(),
    ).toEqual([
      "configmap/north-settings-HASH created",
      "deployment.apps/north-web created",
      "kiosk.trade.example.com/north-corner created",
      "namespace/north created",
      "secret/north-door-HASH created",
      "service/north-web created",
    ]);
  }, 60_000);

  it("finds there what kustomize printed, with the server's defaults", async () => {
    const { spec, metadata } = await readJson("deployment north-web");
    expect(metadata.labels).toEqual({ region: "north" });
    expect(spec.replicas).toBe(3);
    const [container] = spec.template.spec.containers;
    expect(container).toMatchObject({ image: "web:7", resources: { limits: { memory: "64Mi" } } });
    const [settings, door] = container.envFrom;
    expect(await readJson(`configmap ${settings.configMapRef.name}`)).toMatchObject({
      immutable: true,
      data: { level: "low", color: "red" },
    });
    expect((await readJson(`secret ${door.secretRef.name}`)).data).toEqual({ key: btoa("1234") });
    expect((await readJson("service north-web")).spec.ports).toMatchObject([{ port: 8080, protocol: "TCP" }]);
    expect((await readJson("kiosk north-corner")).spec).toEqual({ seats: 4, open: true });
  }, 60_000);

  it("changes nothing when applied again, and says that nothing would change", async () => {
    expect((await kubectl(`apply -k ${overlay}`)).match(/ unchanged$/gm)).toHaveLength(6);
    expect(await kubectl.run(`diff -k ${overlay}`)).toMatchObject({ code: 0, stdout: "" });
  }, 60_000);

  it("shows, then makes, a new immutable ConfigMap beside the old one when its content is another", async () => {
    dye("blue");
    const printed = await kubectl(`kustomize ${overlay}`);
    const name = /north-settings-[a-z0-9]{10}/.exec(printed)?.[0] ?? "";
    const { code, stdout } = await kubectl.run(`diff -k ${overlay}`);
    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`^\\+ +name: ${name}$`, "m"));
    const said = await kubectl(`apply -k ${overlay}`);
    expect(said).toContain(`configmap/${name} created`);
    expect(said).toContain("deployment.apps/north-web configured");
    const { items } = await readJson("configmaps -l region=north");
    expect(items.map(({ data }: { data: { color: string } }) => data.color).sort()).toEqual(["blue", "red"]);
  }, 60_000);

  it("is refused a change of what it generated before, under the same name", async () => {
    const { items } = await readJson("configmaps -l region=north");
    const patched = await kubectl.run(
      `patch -n north configmap ${items[0].metadata.name} -p '{"data":{"level":"high"}}'`,
    );
    expect(patched.code).toBe(1);
    expect(patched.stderr).toContain("field is immutable when `immutable` is set");
  }, 60_000);

  it("takes it all away again", async () => {
    await kubectl(`delete -k ${overlay}`);
    expect(await kubectl("get namespace north --ignore-not-found")).toBe("");
    expect(await kubectl("get kiosks -A -o name")).toBe("");
  }, 60_000);
});
