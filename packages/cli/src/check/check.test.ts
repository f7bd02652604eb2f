import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, vi } from "vitest";
import { printOvenCrd } from "../testing/print-oven-crd.ts";

// Each case starts a process, which takes long on a busy machine.
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
  printOvenCrd(`type: object
properties:
  fuel: {type: string, x-kubernetes-mutability: Immutable}
  heat: {type: integer, default: 3, maximum: 10}`),
);
const oven = (spec: string) => `apiVersion: example.org/v1\nkind: Oven\nmetadata:\n  name: a\nspec: ${spec}\n`;
const CRD = ["--crd", "crd.yaml"];

describe("kiln check", () => {
  it("shows what would be stored", () => {
    const { status, stdout } = kiln(["-", ...CRD], oven("{fuel: Gas, junk: 1}"));
    expect(stdout).toBe(
      "-:1: Oven a accepted\n" +
        '  -:5:19: warning: unknown field "spec.junk"\n    spec: {fuel: Gas, junk: 1}\n                      ^\n' +
        "  @@ -4,4 +4,4 @@\n     name: a\n   spec:\n     fuel: Gas\n  -  junk: 1\n  +  heat: 3\n" +
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

  it("points at what is refused, in lists and on standard input", () => {
    const text = `apiVersion: v1\nkind: List\nitems:\n- apiVersion: example.org/v1\n  kind: Oven\n  metadata: {name: a}\n  spec:\n    heat: 11\n    heat: 12\n`;
    const { stdout } = kiln(["-", ...CRD], text);
    expect(stdout).toBe(
      "-:4: Oven a refused\n" +
        "  -:8:5: error: spec.heat: Invalid value: 12: spec.heat in body should be less than or equal to 10\n" +
        '        heat: 11\n        ^\n  -:9:5: warning: key "heat" already set in map\n        heat: 12\n        ^\n' +
        "0 accepted, 1 refused\n",
    );
    const item = (name: string, spec: string) =>
      `- {apiVersion: example.org/v1, kind: Oven, metadata: {name: ${name}}, spec: ${spec}}\n`;
    const list = `kind: List\nitems:\n${item("a", "{heat: 1}")}${item("b", "{heat: 1, heat: 1}")}`;
    expect(kiln(["-", ...CRD, "--strict"], list).stdout).toMatch(/^-:3: Oven a accepted\n-:4: Oven b refused\n/);
  });

  it("pairs what has no namespace with the only old object of its name, wherever that is", () => {
    const old = write("old.yaml", oven("{fuel: Gas}").replace("name: a", "name: a\n  namespace: kitchen"));
    const { stdout } = kiln([old, write("new.yaml", oven("{fuel: Wood}")), ...CRD]);
    expect(stdout).toContain("may not be changed");
    expect(kiln([old, write("new.yaml", oven("{fuel: Wood}")), ...CRD, "--namespace", "kitchen"]).stdout).toBe(stdout);
  });

  it("holds nothing against an object that is not in the files, and sees what is", () => {
    const pod = (name: string, spec: string) =>
      `---\n{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: space}, spec: {${spec}containers: [{name: a, image: b}]}}\n`;
    const text =
      `${pod("a", "serviceAccountName: baker, ")}---\n{apiVersion: v1, kind: Namespace, metadata: {name: space}}\n` +
      "---\n{apiVersion: v1, kind: LimitRange, metadata: {name: l, namespace: space}, spec: {limits: [{type: Container, defaultRequest: {cpu: 7}}]}}\n" +
      "---\n{apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, metadata: {name: w}," +
      " webhooks: [{name: a.b.c, clientConfig: {url: 'https://localhost/'}, sideEffects: None, admissionReviewVersions: [v1]," +
      ` rules: [{operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*']}]}]}\n${pod("b", "")}`;
    const { status, stdout } = kiln(["-"], text);
    expect(stdout).toContain("5 accepted, 0 refused");
    expect(stdout.split("Pod space/b")[1]).toContain('+        cpu: "7"');
    expect(status).toBe(0);
    expect(kiln(["-"], text).stdout).toBe(stdout);
  });

  it("refuses unknown and repeated fields if it is to be strict", () => {
    const text = `${oven("{fuel: Gas, junk: 1}")}---\n${oven("{heat: 1, heat: 2}")}`;
    const { status, stdout } = kiln(["-", ...CRD, "--strict"], text);
    expect(stdout).toBe(
      "-:1: Oven a refused\n" +
        "  -:5:19: error: spec.junk: unknown field\n    spec: {fuel: Gas, junk: 1}\n                      ^\n" +
        '-:7: Oven a refused\n  -:11:1: error: key "heat" already set in map\n' +
        "    spec: {heat: 1, heat: 2}\n    ^\n0 accepted, 2 refused\n",
    );
    expect(status).toBe(1);
  });

  it("counts objects against a quota before them", () => {
    const quota = "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {count/configmaps: 1}}\n";
    const maps = ["a", "b"].map((name) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`);
    const { stdout, status } = kiln(["-"], [quota, ...maps].join("---\n"));
    expect(stdout).toContain("exceeded quota: q, requested: count/configmaps=1, used: count/configmaps=1");
    expect([stdout.trimEnd().split("\n").at(-1), status]).toEqual(["2 accepted, 1 refused", 1]);
  });

  it("says that an object has no kind, and where", () => {
    expect(kiln(["-"], "a: b\n---\nkind: Pod\n").stdout).toBe(
      "-:1: object without a name refused\n  -:1:1: error: apiVersion and kind are missing\n    a: b\n    ^\n" +
        "-:3: Pod without a name refused\n  -:3:1: error: apiVersion is missing\n    kind: Pod\n    ^\n" +
        "0 accepted, 2 refused\n",
    );
  });

  it("says that an object is larger than any request", () => {
    const map = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: big}\ndata:\n  a: ${"x".repeat(3.2e6)}\n`;
    const { status, stdout } = kiln([write("big.yaml", map)]);
    expect(status).toBe(1);
    expect(stdout).toContain("larger than 3 MiB, the most that a request may hold: Request entity too large");
  });

  it("points into the schema of a CRD", () => {
    const { stdout } = kiln(["-"], printOvenCrd("type: object\nproperties:\n  fuel: {type: strin}"));
    expect(stdout).toMatch(
      /error: spec\.validation\.openAPIV3Schema.*Unsupported value: "strin".*\n +fuel: \{type: strin\}\n/,
    );
  });

  it("judges changes of CRDs, and objects by the new one", () => {
    const old = write("old.yaml", `${oven("{fuel: Gas}")}---\n${readFileSync(join(folder, "crd.yaml"), "utf8")}`);
    const text = readFileSync(join(folder, old), "utf8");
    const wider = write(
      "new.yaml",
      text.replace("maximum: 10", "maximum: 20").replace("{fuel: Gas}", "{fuel: Gas, heat: 15}"),
    );
    expect(kiln([old, wider]).stdout).toContain("2 accepted, 0 refused");
    const other = write("new.yaml", text.replaceAll("name: v1\n", "name: v2\n"));
    expect(kiln([old, other]).stdout).toContain("status.storedVersions[0]: Invalid value");
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
    [[write("broken.yaml", "a: [\n")], "broken.yaml:1:5: error: did not find expected node content\n  a: [\n      ^\n"],
    [["-"], "standard input was empty"],
    [[write("empty.yaml", "---\n# nothing\n")], "there are no objects in empty.yaml"],
  ])("%j is wrong usage", (args, sentence) => {
    const { status, stderr } = kiln(args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });
});
