import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { fetchModule } from "../ecosystem/fetch-module.ts";
import type { EnvtestSuite } from "./suites.ts";

export interface PackageResult {
  readonly package: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  /** Output of a package that did not pass. */
  readonly output?: string;
}

/** Runs the tests of a suite's packages one after the other, unchanged, with the programs in `assets`. */
export async function* runSuite(suite: EnvtestSuite, assets: string): AsyncGenerator<PackageResult> {
  const folder = mkdtempSync(join(tmpdir(), "kiln-envtest-suite-"));
  try {
    // A copy: tests write below their module, and go keeps what it downloads read-only.
    cpSync(await fetchModule(suite.module, suite.version), folder, { recursive: true });
    makeWritable(folder);
    fillTemplates(suite, folder);
    for (const each of suite.packages) {
      yield await testPackage(each, folder, programs(assets));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Variables by which suites find the programs. */
function programs(assets: string): Readonly<Record<string, string>> {
  return {
    KUBEBUILDER_ASSETS: assets,
    TEST_ASSET_KUBE_APISERVER: join(assets, "kube-apiserver"),
    TEST_ASSET_ETCD: join(assets, "etcd"),
    TEST_ASSET_KUBECTL: join(assets, "kubectl"),
  };
}

/** Lines with placeholders of Helm set labels and conditions that the tests do not look at. */
function fillTemplates({ crds }: EnvtestSuite, folder: string): void {
  if (crds === undefined) {
    return;
  }
  const target = join(folder, crds.to);
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(join(folder, crds.from)).filter((each) => each.endsWith(".yaml"))) {
    const text = readFileSync(join(folder, crds.from, name), "utf8");
    const filled = text.replaceAll(/'\{\{[^']*\}\}'/g, "x").replaceAll(/^.*\{\{.*\n/gm, "");
    writeFileSync(join(target, name.replace(/\.yaml$/, ".templated.yaml")), filled);
  }
}

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

async function testPackage(name: string, cwd: string, env: Readonly<Record<string, string>>): Promise<PackageResult> {
  const flags = ["test", "-count=1", "-mod=mod", "-timeout=20m", "-json", name];
  const go = spawn("go", flags, {
    cwd,
    env: { ...process.env, GOWORK: "off", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [go.stdout, go.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((resolve) => go.once("close", resolve));
  return { package: name, ...readResults(text, code) };
}

interface TestEvent {
  readonly Action?: string;
  readonly Test?: string;
  readonly Output?: string;
  readonly Elapsed?: number;
}

/** Of the events that go prints as lines of JSON. A suite of Ginkgo is one test to go, and has a line with its counts. */
export function readResults(text: string, code: number | null): Omit<PackageResult, "package"> {
  const events = text.split("\n").flatMap(parseEvent);
  const output = events.map((event) => event.Output ?? "").join("");
  const specs = /(\d+) Passed.*? (\d+) Failed/.exec(stripVTControlCharacters(output));
  const count = (action: string) =>
    events.filter((event) => event.Action === action && event.Test !== undefined).length;
  const [passed, failed] = specs === null ? [count("pass"), count("fail")] : [Number(specs[1]), Number(specs[2])];
  const seconds = events.findLast((event) => event.Test === undefined && event.Elapsed !== undefined)?.Elapsed ?? 0;
  const isGood = code === 0 && failed === 0 && passed > 0;
  return { passed, failed: isGood ? 0 : Math.max(failed, 1), seconds, ...(isGood ? {} : { output }) };
}

function parseEvent(line: string): TestEvent[] {
  try {
    return [JSON.parse(line) as TestEvent];
  } catch {
    // Output of the compiler is not JSON.
    return line === "" ? [] : [{ Output: `${line}\n` }];
  }
}
