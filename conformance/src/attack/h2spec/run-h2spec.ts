import { execFile } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startKilnProcess } from "../../faults/kiln-process.ts";
import { findProgram } from "../../serve/find-program.ts";
import type { Template } from "../prepare-target.ts";
import { knownFailures } from "./known-failures.ts";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const MODULE = join(ROOT, "conformance", "go", "h2spec");
const PROGRAM = join(ROOT, ".cache", "h2spec");
const BUILD_TIMEOUT_MS = 300_000;
const RUN_TIMEOUT_MS = 120_000;

const run = promisify(execFile);

export interface Count {
  readonly passed: number;
  readonly failed: number;
}

/** Runs the HTTP/2 conformance suite and compares its failures with the known ones. */
export async function runH2spec(template: Template, { isRequired }: { isRequired: boolean }): Promise<Count> {
  if (findProgram("go") === undefined) {
    console.log(`${isRequired ? "FAIL" : "   -"} h2spec: skipped: there is no go command to build it with`);
    return { passed: 0, failed: isRequired ? 1 : 0 };
  }
  try {
    await buildH2spec();
    const problems = compareFailures(await runSuite(template));
    console.log(`${problems.length === 0 ? "  ok" : "FAIL"} h2spec`);
    for (const problem of problems) {
      console.log(`     ${problem}`);
    }
    return { passed: problems.length === 0 ? 1 : 0, failed: problems.length === 0 ? 0 : 1 };
  } catch (error) {
    console.log(`FAIL h2spec: ${error instanceof Error ? error.message : String(error)}`);
    return { passed: 0, failed: 1 };
  }
}

async function buildH2spec(): Promise<void> {
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  const args = ["build", "-C", MODULE, "-o", PROGRAM, "github.com/summerwind/h2spec/cmd/h2spec"];
  await run("go", args, { timeout: BUILD_TIMEOUT_MS, env: { ...process.env, GOWORK: "off" } });
}

/** Runs the suite; resolves with its report in JUnit format. */
async function runSuite(template: Template): Promise<string> {
  const kiln = await startKilnProcess([...template.flags, "--store", "memory"]);
  try {
    const { hostname, port } = new URL(kiln.connection.url);
    const report = join(template.folder, "h2spec.xml");
    const where = ["-t", "-k", "-h", hostname, "-p", port, "-P", "/readyz", "--junit-report", report];
    // Exit code 1 if a case failed; the report lists them.
    await run(PROGRAM, where, { timeout: RUN_TIMEOUT_MS, maxBuffer: 2 ** 24 }).catch((error) => {
      if (error.code !== 1) {
        throw error;
      }
    });
    return readFileSync(report, "utf8");
  } finally {
    await kiln.stop();
  }
}

const CASE = /<testcase package="([^"]*)" classname="([^"]*)" time="[^"]*">(.*?)<\/testcase>/gs;
const MIN_CASES = 140;

/** Problems, one sentence each: unknown failures, and known failures that passed. */
export function compareFailures(report: string): readonly string[] {
  const cases = [...report.matchAll(CASE)].map(([, section, title, result]) => ({
    name: `${section} ${unescapeXml(title as string)}`,
    isFailed: /<(error|failure)/.test(result as string),
  }));
  const known = new Set(knownFailures.map(({ name }) => name));
  const found = new Map(cases.map(({ name, isFailed }) => [name, isFailed]));
  return [
    ...(cases.length < MIN_CASES ? [`only ${cases.length} cases ran, expected at least ${MIN_CASES}`] : []),
    ...cases.filter(({ name, isFailed }) => isFailed && !known.has(name)).map(({ name }) => `failed: ${name}`),
    ...[...known].filter((name) => found.get(name) !== true).map((name) => `passes, take it off the list: ${name}`),
  ];
}

function unescapeXml(text: string): string {
  return text
    .replaceAll("&#34;", '"')
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
