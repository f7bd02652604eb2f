import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@kiln/api";
import { parseYamlDocuments } from "@kiln/api/yaml";
import { afterAll, describe, expect, it } from "vitest";

const ACTION = fileURLToPath(new URL("../../../deploy/github-action", import.meta.url));
const KILN = fileURLToPath(new URL("../../../packages/cli/bin/kiln.mjs", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "kiln-action-"));
mkdirSync(join(root, "bin"));
symlinkSync(KILN, join(root, "bin", "kiln"));
const servers: number[] = [];
afterAll(() => {
  for (const pid of servers) {
    process.kill(pid);
  }
  rmSync(root, { recursive: true, force: true });
});

const CRD = (type: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ovens.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Oven, plural: ovens}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: ${type}}}}}
`;
writeFileSync(join(root, "old.yaml"), CRD("string"));
writeFileSync(join(root, "new.yaml"), CRD("integer"));
writeFileSync(join(root, "bad.yaml"), CRD("intger"));

/** Runs the step as a runner does: inputs as variables, and files for the values passed to later steps. */
function runAction(inputs: Record<string, string>) {
  const env = {
    ...{ KILN_PACKAGE: "", KILN_PATHS: "", KILN_BASE: "", KILN_FLAGS: "", ...inputs },
    ...{ PATH: `${join(root, "bin")}:${process.env.PATH}`, RUNNER_TEMP: root },
    ...{ GITHUB_ENV: join(root, "env"), GITHUB_PATH: join(root, "path"), GITHUB_ACTION_PATH: ACTION },
  };
  rmSync(join(root, "env"), { force: true });
  const { status, stdout, stderr } = spawnSync("bash", [join(ACTION, "run.sh")], { cwd: root, env, encoding: "utf8" });
  const later = existsSync(join(root, "env")) ? readFileSync(join(root, "env"), "utf8") : "";
  return { status, stdout, stderr, later };
}

describe("the GitHub Action", () => {
  it("hands every input to its script", () => {
    const [{ value } = { value: {} }] = parseYamlDocuments(readFileSync(join(ACTION, "action.yml"), "utf8"));
    const { inputs, runs } = value as { inputs: JsonObject; runs: { steps: { env: Record<string, string> }[] } };
    const handed = Object.values(runs.steps[0]?.env ?? {}).map((text) => /inputs\.(\S+)/.exec(text)?.[1]);
    expect(handed.sort()).toEqual(Object.keys(inputs).sort());
  });

  it("starts a server for the steps that follow", () => {
    const { status, stdout, later } = runAction({ KILN_RUN: "serve" });
    servers.push(...readLock());
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^ready https:/)]);
    expect(later).toBe(`KUBECONFIG=${join(root, "kiln", "kubeconfig")}\n`);
    expect(existsSync(join(root, "kiln", "kubeconfig"))).toBe(true);
  });

  it("lays down the stand-ins of envtest", () => {
    expect(runAction({ KILN_RUN: "envtest" }).later).toBe(`KUBEBUILDER_ASSETS=${join(root, "kiln-envtest")}\n`);
  });

  it("annotates findings and breaking changes, and fails", () => {
    const lint = runAction({ KILN_RUN: "lint", KILN_PATHS: "old.yaml bad.yaml" });
    expect([lint.status, lint.stdout]).toEqual([1, expect.stringMatching(/^::error file=bad\.yaml,line=12,/m)]);
    const diff = runAction({ KILN_RUN: "diff-crd", KILN_BASE: "old.yaml", KILN_PATHS: "new.yaml" });
    expect([diff.status, diff.stdout]).toEqual([
      1,
      expect.stringMatching(/^::error title=ovens\.example\.com::breaking/),
    ]);
  });

  it("says which words it takes", () => {
    expect(runAction({ KILN_RUN: "surf" })).toMatchObject({ status: 2, stdout: expect.stringContaining('not "surf"') });
  });
});

/** Process that has the lock of the data directory. */
function readLock(): number[] {
  const [, pid] = /(\d+)/.exec(readFileSync(join(root, "kiln", "LOCK"), "utf8")) ?? [];
  return pid === undefined ? [] : [Number(pid)];
}
