import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findProgram, mustHavePrograms } from "../serve/find-program.ts";
import { judge, type Verdict } from "./judge.ts";
import { knownFailures } from "./known-failures.ts";
import { openStage } from "./open-stage.ts";
import { printPage, type Results, type SuiteResult } from "./page.ts";
import type { Suite } from "./suite.ts";
import { suites } from "./suites.ts";
import { watchMemory } from "./watch-memory.ts";

// Published suites and real clients against Kiln, or against the programs of KILN_SUITES_PEER, a folder with
// kube-apiserver, etcd and kubectl. Arguments choose suites by name.

const RESULTS = fileURLToPath(new URL("../../suites/results.json", import.meta.url));
const PAGE = fileURLToPath(new URL("../../../docs/clients.md", import.meta.url));
const { KILN_SUITES_PEER: peer = "", KILN_SUITES_SOURCE: source = "" } = process.env;

process.exitCode = await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.find((name) => !suites.some((suite) => suite.name === name));
  if (unknown !== undefined) {
    process.stderr.write(`there is no suite "${unknown}"; suites: ${suites.map(({ name }) => name).join(", ")}\n`);
    return 2;
  }
  let isGood = true;
  for (const suite of suites.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const missing = missingFor(suite);
    if (missing !== undefined) {
      process.stdout.write(`skip ${suite.name}: needs ${missing}\n`);
      isGood &&= !(mustHavePrograms() && names.length > 0);
      continue;
    }
    isGood = (await runOne(suite)) && isGood;
  }
  return isGood ? 0 : 1;
}

function missingFor({ programs, source: folder }: Suite): string | undefined {
  const program = programs.find((name) => findProgram(name) === undefined);
  if (program !== undefined) {
    return `${program} on PATH`;
  }
  if (folder !== undefined && !(source !== "" && existsSync(join(source, folder)))) {
    return `the project's sources in the folder ${folder} below KILN_SUITES_SOURCE`;
  }
  return undefined;
}

async function runOne(suite: Suite): Promise<boolean> {
  process.stdout.write(`     ${suite.name} ${suite.version} ...\n`);
  const stage = openStage(suite, { peer, source });
  const memory = watchMemory();
  const leave = () => void stage.close().then(() => process.exit(1));
  process.once("SIGINT", leave).once("SIGTERM", leave);
  const started = Date.now();
  try {
    const results = await suite.run(stage);
    const seconds = Math.round((Date.now() - started) / 1000);
    const serverMib = memory.stop();
    const verdict = judge(results, peer === "" ? knownFailures.filter((known) => known.suite === suite.name) : []);
    print(suite, verdict, { seconds, logFile: stage.logFile, serverMib });
    const isGood = verdict.unexpected.length + verdict.obsolete.length === 0 && verdict.passed > 0;
    const { passed, skipped } = verdict;
    const costs = { passed, seconds, ...(serverMib && { serverMib }) };
    const before = readResults()[suite.name];
    if (peer !== "" && before !== undefined) {
      save(suite.name, { ...before, peer: costs });
    } else if (peer === "" && isGood) {
      const date = new Date().toISOString().slice(0, 10);
      save(suite.name, { version: suite.version, date, skipped, ...costs, ...(before?.peer && { peer: before.peer }) });
    }
    return isGood;
  } catch (error) {
    process.stdout.write(`FAIL ${suite.name}: ${String(error)}; ${stage.logFile} has its output\n`);
    return false;
  } finally {
    memory.stop();
    process.off("SIGINT", leave).off("SIGTERM", leave);
    await stage.close();
  }
}

interface Costs {
  readonly seconds: number;
  readonly serverMib: number | undefined;
  readonly logFile: string;
}

function print({ name, version }: Suite, verdict: Verdict, { seconds, serverMib, logFile }: Costs): void {
  const { passed, skipped, known, unexpected, obsolete } = verdict;
  const containers = known.filter(({ needsContainers }) => needsContainers === true).length;
  const failed = known.length - containers + unexpected.length;
  const mark = unexpected.length + obsolete.length === 0 && passed > 0 ? "  ok" : "FAIL";
  const counts = `${passed} passed, ${failed} failed, ${containers} need containers, ${skipped} skipped`;
  process.stdout.write(`${mark} ${name} ${version}: ${counts}, ${seconds} s, servers ${serverMib ?? "?"} MiB\n`);
  for (const test of unexpected) {
    process.stdout.write(`     failed: ${test}\n`);
  }
  for (const { test } of obsolete) {
    process.stdout.write(`     passes, or is gone: remove it from known-failures.ts: ${test}\n`);
  }
  if (mark === "FAIL") {
    process.stdout.write(`     ${logFile} has its output\n`);
  }
}

function readResults(): Results {
  return JSON.parse(readFileSync(RESULTS, "utf8")) as Results;
}

function save(name: string, result: SuiteResult): void {
  const results = { ...readResults(), [name]: result };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(PAGE, printPage(suites, results));
}
