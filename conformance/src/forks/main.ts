import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fetchModule } from "../ecosystem/fetch-module.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const SUITE = join("test", "integration", "controller");

/**
 * `npm run test:forks [-- SEEDS [FLAGS of go test]]`: the published suite of jobset's controllers with a fork for every spec, and the same operator
 * under so many seeds of faults (20 if absent). A seed that fails is printed with the variables that replay it. With `envtest` in place of
 * SEEDS the specs share one kube-apiserver of envtest, which KUBEBUILDER_ASSETS names.
 */
async function main([first = "20", ...more]: readonly string[]): Promise<number> {
  const isEnvtest = first === "envtest";
  const folder = mkdtempSync(join(tmpdir(), "kiln-jobset-"));
  try {
    cpSync(await fetchModule("sigs.k8s.io/jobset", "v0.10.1"), folder, { recursive: true });
    makeWritable(folder);
    cpSync(join(ROOT, "conformance", "go", "jobset-forks", "suite_test.go"), join(folder, SUITE, "suite_test.go"));
    const helper = join(ROOT, "testing", "go");
    await run("go", ["mod", "edit", "-require=kiln.dev/testing/go@v0.0.0", `-replace=kiln.dev/testing/go=${helper}`], {
      cwd: folder,
    });
    const env = {
      KILN: join(ROOT, "packages", "cli", "bin", "kiln.mjs"),
      KILN_SEEDS: isEnvtest ? "0" : first,
      KILN_ENVTEST: isEnvtest ? "1" : "0",
      GOWORK: "off",
    };
    const flags = ["test", "-count=1", "-mod=mod", "-timeout=60m", `./${SUITE}`, ...more];
    return await run("go", flags, { cwd: folder, env });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a folder writable: go downloads modules as read-only files. */
function makeWritable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      makeWritable(path);
    } else if (entry.isFile()) {
      chmodSync(path, 0o644);
    }
  }
}

interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function run(program: string, args: readonly string[], { cwd, env }: RunOptions): Promise<number> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: "inherit" });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return code ?? 1;
}

process.exitCode = await main(process.argv.slice(2));
