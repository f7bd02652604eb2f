import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, vi } from "vitest";

// Each case starts a process, which takes its time on a machine with much else to do.
vi.setConfig({ testTimeout: 180_000 });

const BIN = fileURLToPath(new URL("../../bin/kiln.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "kiln-check-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function kiln(args: readonly string[], input = "") {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, "check", ...args], {
    cwd: folder,
    encoding: "utf8",
    input,
  });
  return { status, stdout, stderr };
}

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

write(
  "crd.yaml",
  `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ovens.example.org}
spec:
  group: example.org
  scope: Namespaced
  names: {kind: Oven, plural: ovens}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              fuel: {type: string, x-kubernetes-mutability: Immutable}
              heat: {type: integer, default: 3, maximum: 10}
`,
);
const oven = (spec: string) => `apiVersion: example.org/v1\nkind: Oven\nmetadata:\n  name: a\nspec: ${spec}\n`;
const CRD = ["--crd", "crd.yaml"];

describe("kiln check", () => {
  it("shows what would be stored", () => {
    const { status, stdout } = kiln(["-", ...CRD], oven("{fuel: Gas, junk: 1}"));
    expect(stdout).toBe(
      "-:1: Oven a accepted\n" +
        '  warning: unknown field "spec.junk"\n' +
        "  @@ -4,5 +4,5 @@\n     name: a\n   spec:\n     fuel: Gas\n  -  junk: 1\n  +  heat: 3\n   \n" +
        "1 accepted, 0 refused\n",
    );
    expect(status).toBe(0);
  });

  it.each([
    ["{fuel: Gas}", "{fuel: Wood}", "1 refused", "spec.fuel"],
    ["{fuel: Gas, heat: 11}", "{fuel: Gas, heat: 11}", "0 refused", ""],
    ["{fuel: Gas, heat: 11}", "{fuel: Gas, heat: 12}", "1 refused", "should be less than or equal to 10"],
  ])("judges the change from %s to %s: %s", (before, after, counted, why) => {
    const { status, stdout } = kiln([write("old.yaml", oven(before)), write("new.yaml", oven(after)), ...CRD]);
    expect(stdout).toContain(counted);
    expect(stdout).toContain(why);
    expect(status).toBe(counted === "0 refused" ? 0 : 1);
  });

  it("judges built-in kinds, in files of many and in lists", () => {
    const text =
      "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: space}}\n" +
      "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: B}\n---\napiVersion: nowhere/v1\nkind: Thing\n";
    const { status, stdout } = kiln(["-", "--output", "json", "--quiet"], text);
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(status).toBe(1);
    expect(lines).toMatchObject([
      { line: 6, object: "ConfigMap B", accepted: false, message: expect.stringContaining("metadata.name") },
      { line: 10, accepted: false, message: expect.stringContaining('no matches for kind "Thing"') },
    ]);
  });

  it("takes the old state from git", () => {
    const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: folder, stdio: "pipe" });
    write("tracked.yaml", oven("{fuel: Gas}"));
    git("init", "-q");
    git("add", "tracked.yaml");
    git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "x");
    write("tracked.yaml", oven("{fuel: Wood}"));
    expect(kiln(["tracked.yaml", "--base", "HEAD", ...CRD])).toMatchObject({ status: 1 });
    expect(kiln(["tracked.yaml", "--base", "nowhere", ...CRD])).toMatchObject({ status: 2 });
  });

  it("says what is wrong with a CRD", () => {
    const { status, stdout } = kiln([
      "crd.yaml",
      "--crd",
      write("bad.yaml", "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: x}\n"),
    ]);
    expect(status).toBe(1);
    expect(stdout).toContain("bad.yaml:1: CustomResourceDefinition x refused\n");
  });

  it.each([
    [[], "name a file or folder"],
    [["a", "b", "c"], "at most two paths"],
    [["nowhere.yaml"], "there is no file or folder nowhere.yaml"],
    [[write("broken.yaml", "a: [\n")], "broken.yaml: "],
  ])("%j is wrong usage", (args, sentence) => {
    const { status, stderr } = kiln(args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });
});
