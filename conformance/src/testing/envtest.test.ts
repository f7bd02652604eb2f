import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { findProgram } from "../serve/find-program.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const VERSIONS = ["sigs.k8s.io/controller-runtime@v0.24.1", "kiln.dev/testing/go@v0.0.0"];

/** Minutes to download and compile: `npm run test:helpers`. */
it.runIf(process.env.KILN_HELPERS === "all" && findProgram("go") !== undefined)(
  "the Go helper serves controller-runtime's envtest and managers (needs go)",
  { timeout: 1_800_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), "kiln-envtest-"));
    try {
      cpSync(join(ROOT, "conformance", "go", "envtest-forks"), folder, { recursive: true });
      const requires = VERSIONS.map((version) => `require ${version.replace("@", " ")}\n`).join("");
      const replace = `replace kiln.dev/testing/go => ${join(ROOT, "testing", "go")}\n`;
      writeFileSync(join(folder, "go.mod"), `module example.com/envtest\n\ngo 1.25.0\n\n${requires}${replace}`);
      const env = { ...process.env, GOWORK: "off" };
      const run = (args: readonly string[]) => spawnSync("go", args, { cwd: folder, env, encoding: "utf8" });
      run(["mod", "tidy"]);
      const { status, stdout, stderr } = run(["test", "-count=1", "-v", "./..."]);
      expect(`${stdout}${stderr}`).toMatch(/--- PASS: TestManagerOnAFork[\s\S]*--- PASS: TestEnvironmentOfAnotherFork/);
      expect(status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
