import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKubectl, type Kubectl } from "../kubectl/run-kubectl.ts";
import { findKubectls, mustHavePrograms } from "../serve/find-program.ts";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";
import { type KilnCommand, runSnapshotCommand, startSnapshot } from "./kiln-command.ts";
import { DEPLOY_FOLDER } from "./snapshot-cases.ts";

const program = findKubectls().at(-1);
const LABEL = "snapshot.storage.kubernetes.io/invalid-snapshot-resource";

let server: ServeProcess;
let kubectl: Kubectl;
let webhook: KilnCommand;
let folder: string;

async function startWebhook(): Promise<{ webhook: KilnCommand; port: string }> {
  const files = [`--tls-cert-file=${join(folder, "tls.crt")}`, `--tls-private-key-file=${join(folder, "tls.key")}`];
  // The first word as the sample manifests have it.
  const args = ["webhook", "webhook", ...files, "--port=0", "--probe-port=0", "--bind-address=127.0.0.1"];
  const command = startSnapshot([...args, "--shutdown-delay=0s"]);
  const [, port = ""] = await command.until(/ready on port (\d+)/);
  return { webhook: command, port };
}

function configuration(port: string, failurePolicy: string): string {
  const caBundle = readFileSync(join(folder, "ca.crt")).toString("base64");
  const text = deployedConfiguration().replace(/failurePolicy: \w+/, `failurePolicy: ${failurePolicy}`);
  return text.replace(
    /clientConfig:\n(?: {4}.*\n)+/,
    `clientConfig: {url: "https://127.0.0.1:${port}/volumesnapshot", caBundle: ${caBundle}}\n`,
  );
}

function deployedConfiguration(): string {
  return readFileSync(join(DEPLOY_FOLDER, "base", "webhook-configuration.yaml"), "utf8");
}

const snapshot = (name: string, spec: string, version: string) => `
apiVersion: snapshot.storage.k8s.io/${version}
kind: VolumeSnapshot
metadata: {name: ${name}, namespace: default}
spec: ${spec}
`;
const content = (name: string, spec: string, version: string) => `
apiVersion: snapshot.storage.k8s.io/${version}
kind: VolumeSnapshotContent
metadata: {name: ${name}}
spec: {driver: d, deletionPolicy: Retain, ${spec}}
`;
const REF = "volumeSnapshotRef: {name: snap, namespace: default}";
const BOUND = "volumeSnapshotRef: {name: snap, namespace: default, uid: u1}";

const phases = [
  [1, "v1beta1"],
  [2, "v1"],
  [3, "v1"],
] as const;

const apply = (input: string) => kubectl.run("apply -f -", { input });

describe.skipIf(program === undefined && !mustHavePrograms())("snapshots, with kubectl and processes,", () => {
  beforeAll(async () => {
    server = await startServeProcess();
    kubectl = createKubectl(program ?? "kubectl", server);
    folder = join(server.folder, "certificates");
    await runSnapshotCommand(["certs", "--out", folder, "--names", "127.0.0.1"]);
    const started = await startWebhook();
    webhook = started.webhook;
    // All of it, so that a server has taken every manifest once.
    await kubectl(`apply -k ${join(DEPLOY_FOLDER, "overlays", "phase-1")}`);
    await kubectl("apply -f -", { input: snapshot("old", "{source: {}}", "v1beta1") });
    await kubectl("apply -f -", { input: configuration(started.port, "Fail") });
  }, 60_000);
  afterAll(async () => {
    webhook?.child.kill("SIGKILL");
    await server?.close();
  });

  describe.each(phases)("in phase %i", (phase, version) => {
    beforeAll(async () => {
      await kubectl(`apply -k ${join(DEPLOY_FOLDER, "crds", `phase-${phase}`)}`);
      await kubectl(`wait --for=condition=Established crd/volumesnapshots.snapshot.storage.k8s.io`);
    }, 30_000);

    it.each([
      ["no source", snapshot("s", "{source: {}}", version), /source/],
      [
        "both sources",
        snapshot("s", "{source: {persistentVolumeClaimName: a, volumeSnapshotContentName: b}}", version),
        /source/,
      ],
      [
        "an empty class",
        snapshot("s", '{source: {persistentVolumeClaimName: a}, volumeSnapshotClassName: ""}', version),
        /volumeSnapshotClassName/,
      ],
      ["a content without source", content("s", `source: {}, ${REF}`, version), /source/],
      [
        "a content of nobody",
        content("s", "source: {volumeHandle: v}, volumeSnapshotRef: {name: snap}", version),
        /namespace/,
      ],
    ])("refuses %s", async (_, input, why) => {
      const { code, stderr } = await apply(input);
      expect(code).toBe(1);
      expect(stderr).toMatch(why);
    });

    it("keeps sources, and references that are bound", async () => {
      const name = `kept-${phase}`;
      await kubectl("apply -f -", { input: snapshot(name, "{source: {persistentVolumeClaimName: a}}", version) });
      const changed = await apply(snapshot(name, "{source: {persistentVolumeClaimName: b}}", version));
      expect(changed.stderr).toContain("spec.source.persistentVolumeClaimName: is immutable");
      await kubectl("apply -f -", { input: content(name, `source: {volumeHandle: v}, ${REF}`, version) });
      await kubectl("apply -f -", { input: content(name, `source: {volumeHandle: v}, ${BOUND}`, version) });
      const moved = await apply(content(name, `source: {volumeHandle: v}, ${BOUND.replace("u1", "u2")}`, version));
      expect(moved.stderr).toContain("spec.volumeSnapshotRef.uid: is immutable");
    }, 30_000);

    it("still has what was invalid before, and lets it be changed", async () => {
      await kubectl(`label volumesnapshot old phase=p${phase} --overwrite`);
      expect(await kubectl("get volumesnapshot old -o jsonpath={.metadata.labels.phase}")).toBe(`p${phase}`);
    });
  });

  it("audit finds what is left, and phase says what stands in the way", async () => {
    const { code, text } = await runSnapshotCommand(["audit"], server.kubeconfig);
    expect({ code, text }).toEqual({
      code: 1,
      text: expect.stringContaining("VolumeSnapshot default/old: spec.source"),
    });
    const phase = await runSnapshotCommand(["phase"], server.kubeconfig);
    expect(phase.text).toContain("the cluster is in phase 3");
    const refused = await runSnapshotCommand(["phase", "--to", "4"], server.kubeconfig);
    expect({ code: refused.code, text: refused.text }).toEqual({
      code: 1,
      text: expect.stringContaining("phase 4 must wait: 1 invalid objects are left"),
    });
  }, 30_000);

  it("controller labels what is left", async () => {
    const controller = startSnapshot(["controller", "--probe-port=off"], server.kubeconfig);
    try {
      await controller.until(/ready/);
      await kubectl.until(`get volumesnapshot -l ${LABEL} --watch`, /old/, { run: async () => {} });
    } finally {
      controller.child.kill("SIGTERM");
    }
    expect(await controller.ended).toBe(0);
  }, 30_000);

  it("are refused under Fail and let through under Ignore while the webhook is dead", async () => {
    webhook.child.kill("SIGKILL");
    await webhook.ended;
    const input = snapshot("orphan", "{source: {persistentVolumeClaimName: a}}", "v1");
    const refused = await apply(input);
    expect(refused.stderr).toContain('failed calling webhook "validation-webhook.snapshot.storage.k8s.io"');
    const { webhook: next, port } = await startWebhook();
    await kubectl("apply -f -", { input: configuration(port, "Ignore") });
    next.child.kill("SIGTERM");
    expect(await next.ended).toBe(0);
    expect((await apply(input)).code).toBe(0);
  }, 30_000);
});
