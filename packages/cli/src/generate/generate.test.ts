import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const BIN = fileURLToPath(new URL("../../bin/kiln.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "kiln-generate-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function kiln(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, "generate", ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, GOMODCACHE: join(folder, "none") },
  });
  return { status, stdout, stderr };
}

/** The CRD without the line that matches. */
function changed(line: RegExp): string {
  return readFileSync(join(folder, "crd", "example.org_ovens.yaml"), "utf8").replace(line, "");
}

const OVEN = `/**
 * @groupName example.org
 * @versionName v1
 */
export interface Oven {
  apiVersion?: string;
  kind?: string;
  metadata?: ObjectMeta;
  /** @immutable */
  fuel: "Gas" | "Wood";
}
`;

describe("kiln generate", () => {
  it("makes a CRD of TypeScript, says whether it is up to date, and makes types of it", () => {
    writeFileSync(join(folder, "oven.ts"), OVEN);
    expect(kiln("oven.ts", "--output", "crd", "--check")).toMatchObject({
      status: 1,
      stderr: "crd/example.org_ovens.yaml is not there\nrun kiln generate without --check\n",
    });
    expect(kiln("oven.ts", "--output", "crd")).toMatchObject({
      status: 0,
      stderr: "wrote crd/example.org_ovens.yaml\n",
    });
    expect(kiln("oven.ts", "--output", "crd")).toMatchObject({ status: 0, stderr: "" });
    expect(kiln("oven.ts", "--output", "crd", "--check")).toMatchObject({ status: 0, stderr: "" });
    expect(readFileSync(join(folder, "crd", "example.org_ovens.yaml"), "utf8")).toContain(
      "x-kubernetes-mutability: Immutable\n",
    );
    writeFileSync(join(folder, "crd", "example.org_ovens.yaml"), changed(/^ +x-kubernetes-mutability.*\n/m));
    expect(kiln("oven.ts", "--output", "crd", "--check")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/is not up to date\n@@ [\s\S]*\n\+ +x-kubernetes-mutability: Immutable\n/),
    });
    expect(kiln("oven.ts", "--output", "crd").status).toBe(0);
    const types = kiln("--types", "crd/example.org_ovens.yaml");
    expect(types).toMatchObject({ status: 0, stderr: "" });
    expect(types.stdout).toContain('  /** @immutable */\n  fuel: "Gas" | "Wood";\n');
  });

  it("makes CRDs of all packages that a pattern matches, and of an import path", () => {
    const root = mkdtempSync(join(tmpdir(), "kiln-patterns-"));
    const put = (path: string, text: string) => {
      mkdirSync(join(root, path, ".."), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    const kind = (version: string, name: string, marker = "") =>
      `// +groupName=example.org\npackage ${version}\n\nimport metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"\n\n` +
      `type ${name} struct {\n\tmetav1.TypeMeta \`json:",inline"\`\n\tmetav1.ObjectMeta \`json:"metadata"\`\n` +
      `\t// ${marker}\n\tA string \`json:"a"\`\n}\n`;
    put("go.mod", "module example.org/m\n");
    put("api/v1/types.go", kind("v1", "Oven"));
    put("api/deep/er/v1/types.go", kind("v1", "Bread"));
    put("api/v1/testdata/types.go", "package broken (");
    put("api/_old/types.go", "package broken (");
    put("api/other/go.mod", "module example.org/other\n");
    put("api/other/types.go", "package broken (");
    put("api/v1/types_test.go", "package broken (");
    const run = (...args: readonly string[]) =>
      spawnSync(process.execPath, [BIN, "generate", ...args], {
        cwd: root,
        encoding: "utf8",
        env: { ...process.env, GOMODCACHE: join(folder, "none") },
      });
    const { status, stdout, stderr } = run("./api/...");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout.match(/^ {2}name: .*/gm)).toEqual(["  name: breads.example.org", "  name: ovens.example.org"]);
    expect(run("example.org/m/api/v1").stdout).toContain("name: ovens.example.org");
    expect(run("./config/...")).toMatchObject({ status: 2 });
    put("api/v1/types.go", kind("v1", "Oven", "+immutable:AddOnly"));
    expect(run("./...")).toMatchObject({ status: 1, stdout: "" });
    expect(run("./...").stderr).toContain("api/v1/types.go:9:2");
    rmSync(root, { recursive: true });
  });

  it("makes a CRD of a Go package", () => {
    mkdirSync(join(folder, "v1"));
    writeFileSync(
      join(folder, "v1", "types.go"),
      '// +groupName=example.org\npackage v1\n\nimport metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"\n\n' +
        'type Kettle struct {\n\tmetav1.TypeMeta `json:",inline"`\n\tmetav1.ObjectMeta `json:"metadata"`\n\tSize int `json:"size"`\n}\n',
    );
    const { status, stdout } = kiln("./v1");
    expect(status).toBe(0);
    expect(stdout).toContain("  name: kettles.example.org\n");
  });

  it("points at what is wrong", () => {
    writeFileSync(
      join(folder, "bad.ts"),
      "export interface A {\n  /** @immutable=Never */\n  a: string;\n  b: Missing;\n}\n",
    );
    const { status, stderr } = kiln("bad.ts");
    expect(status).toBe(1);
    expect(stderr).toBe(
      `bad.ts:4:3: error: Missing is unknown: declare it, or import it from a file beside this one\n` +
        "    b: Missing;\n    ^\n",
    );
  });

  writeFileSync(join(folder, "empty.ts"), "export interface A {}\n");
  writeFileSync(join(folder, "oven.ts.yaml"), "kind: Oven\n");
  writeFileSync(join(folder, "nogroup.ts"), `// No group.\n${OVEN.slice(OVEN.indexOf("export"))}`);
  it.each([
    [[], 2, "kiln generate: name folders with Go or files with TypeScript\n"],
    [["nowhere"], 2, "is neither a folder with Go files nor a .ts file\n"],
    [["oven.ts", "--check"], 2, "--check compares with the files in --output, once\n"],
    [["empty.ts"], 1, "there is no kind among these types"],
    [["nogroup.ts"], 1, "nogroup.ts:2:18: error: Oven is of no group"],
    [["--types", "oven.ts.yaml"], 1, "there is no CRD in these files"],
    [["--nonsense"], 2, "Unknown option '--nonsense'\n"],
  ])("%j ends with %i and a sentence", (args, code, sentence) => {
    const { status, stderr } = kiln(...args);
    expect([status, stderr]).toEqual([code, expect.stringContaining(sentence)]);
  });
});
