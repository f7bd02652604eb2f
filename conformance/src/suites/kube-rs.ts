import { appendFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readCargo } from "./read-results.ts";
import type { Stage, Suite, TestResult } from "./suite.ts";

const VERSION = "5.0.0";
const CRATES = ["kube", "kube-client", "kube-runtime"];
const FEATURES = [
  ...["kube-client/rustls-tls", "kube-client/ws", "kube-client/kubelet-debug"],
  ...["kube/derive", "kube/runtime", "kube/ws"],
];

/** Compiled dependencies stay for the next run. */
const TARGET = join(tmpdir(), "kiln-suite-kube-rs-target");

/** The tests in the published crates, those that need a cluster included. */
export const kubeRs: Suite = {
  name: "kube-rs",
  title: "kube-rs (Rust)",
  about: "tests in the crates kube, kube-client and kube-runtime",
  version: VERSION,
  programs: ["cargo"],
  async run(stage) {
    const folder = await copyCrates(stage);
    const { kubeconfig } = await stage.startServer(["--simulate"]);
    const results: TestResult[] = [];
    for (const crate of CRATES) {
      const features = ["--features", FEATURES.filter((each) => each.startsWith(`${crate}/`)).join(",")];
      const flags = ["test", "--lib", "-p", crate, ...features];
      const { code, output } = await stage.run("cargo", [...flags, "--", "--include-ignored", "--test-threads=1"], {
        cwd: folder,
        env: { KUBECONFIG: kubeconfig, CARGO_TARGET_DIR: TARGET },
      });
      const found = readCargo(output, crate);
      const isBroken = code !== 0 && found.every(({ outcome }) => outcome !== "failed");
      results.push(...found, ...(isBroken ? [{ name: crate, outcome: "failed" as const }] : []));
    }
    return results;
  },
};

/** Sources of the crates as one workspace, with the dependency for tests that publishing strips: on each other. */
async function copyCrates({ folder, run }: Stage): Promise<string> {
  const probe = join(folder, "probe");
  mkdirSync(join(probe, "src"), { recursive: true });
  writeFileSync(join(probe, "src", "lib.rs"), "");
  const needs = CRATES.map((crate) => `${crate} = "=${VERSION}"\n`).join("");
  const head = '[package]\nname = "probe"\nversion = "0.0.0"\nedition = "2024"\n\n[dependencies]\n';
  writeFileSync(join(probe, "Cargo.toml"), `${head}${needs}k8s-openapi = { version = "*", features = ["latest"] }\n`);
  const { code, output } = await run("cargo", ["metadata", "--quiet", "--format-version=1"], { cwd: probe });
  if (code !== 0) {
    throw new Error(`cargo metadata failed: ${output.slice(-2000)}`);
  }
  const { packages } = JSON.parse(output.slice(output.indexOf("{"))) as {
    packages: { name: string; manifest_path: string }[];
  };
  const workspace = join(folder, "crates");
  for (const crate of CRATES) {
    const found = packages.find(({ name }) => name === crate);
    if (found === undefined) {
      throw new Error(`cargo knows no crate ${crate}`);
    }
    cpSync(dirname(found.manifest_path), join(workspace, crate), { recursive: true });
  }
  const onKube = `\n[dev-dependencies.kube]\nversion = "=${VERSION}"\nfeatures = ["derive", "client", "ws", "runtime"]\n`;
  for (const crate of CRATES.slice(1)) {
    appendFileSync(join(workspace, crate, "Cargo.toml"), onKube);
  }
  const patches = CRATES.map((crate) => `${crate} = { path = "${crate}" }\n`).join("");
  const members = JSON.stringify(CRATES);
  writeFileSync(
    join(workspace, "Cargo.toml"),
    `[workspace]\nresolver = "3"\nmembers = ${members}\n\n[patch.crates-io]\n${patches}\n[profile.dev]\ndebug = false\n`,
  );
  return workspace;
}
