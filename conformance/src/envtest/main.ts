import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findProgram } from "../serve/find-program.ts";
import { runSuite } from "./run-suite.ts";
import { suites } from "./suites.ts";

// Published suites that use envtest, unchanged, with the stand-ins of kiln envtest; or with the programs in the folder
// that KILN_ENVTEST_PEER names. Arguments choose suites by name.

const KILN = fileURLToPath(new URL("../../../packages/cli/bin/kiln.mjs", import.meta.url));

process.exitCode = await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<number> {
  if (findProgram("go") === undefined) {
    process.stdout.write("skipped: there is no go command to run the suites with\n");
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), "kiln-envtest-"));
  try {
    const standIns = execFileSync(process.execPath, [KILN, "envtest", "--dir", folder], { encoding: "utf8" }).trim();
    return await runAll(names, process.env.KILN_ENVTEST_PEER ?? standIns);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runAll(names: readonly string[], assets: string): Promise<number> {
  const total = { passed: 0, failed: 0 };
  for (const suite of suites.filter(({ name }) => names.length === 0 || names.includes(name))) {
    for await (const result of runSuite(suite, assets)) {
      const { passed, failed, seconds, output } = result;
      const mark = failed === 0 ? "  ok" : "FAIL";
      process.stdout.write(
        `${mark} ${suite.name} ${result.package}: ${passed} passed, ${failed} failed, ${seconds} s\n`,
      );
      if (output !== undefined) {
        const file = join(tmpdir(), `kiln-envtest-${suite.name}-${result.package.replaceAll(/\W+/g, "-")}.log`);
        writeFileSync(file, output);
        process.stdout.write(`     ${file} has what it printed\n`);
      }
      total.passed += passed;
      total.failed += failed;
    }
  }
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}
