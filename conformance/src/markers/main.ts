import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fetchModule } from "../ecosystem/fetch-module.ts";
import { findProgram } from "../serve/find-program.ts";
import { compareProject, moduleCacheOf, type ProjectComparison } from "./compare-project.ts";
import { type GoProject, goProjects } from "./go-projects.ts";

const MIN_SHARE = 0.95;

process.exitCode = await main(process.argv.slice(2));

/** `--verbose` lists the fields that differ. */
async function main(args: readonly string[]): Promise<number> {
  if (findProgram("go") === undefined) {
    process.stdout.write("skipped: there is no go command to fetch modules with\n");
    return 0;
  }
  const counts = { passed: 0, failed: 0 };
  const total = { equal: 0, fields: 0 };
  for (const project of goProjects) {
    const folder = await fetchProject(project).catch((error: Error) => error);
    if (folder instanceof Error) {
      process.stdout.write(`  -  ${project.name}: not fetched: ${folder.message.trim().split("\n").at(-1)}\n`);
      continue;
    }
    const compared = compareProject(project, folder, moduleCacheOf(folder, project));
    const fields = compared.equal + compared.differences.length;
    const isGood = fields > 0 && compared.equal / fields >= MIN_SHARE;
    counts[isGood ? "passed" : "failed"]++;
    total.equal += compared.equal;
    total.fields += fields;
    report(project, compared, { fields, isGood, isVerbose: args.includes("--verbose") });
  }
  if (counts.passed + counts.failed === 0) {
    process.stdout.write("skipped: no module could be fetched\n");
    return 0;
  }
  process.stdout.write(`${total.equal} of ${total.fields} fields equal\n`);
  process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
  return counts.failed === 0 ? 0 : 1;
}

/** With what its types refer to. */
async function fetchProject({ module, version, needs }: GoProject): Promise<string> {
  const folder = await fetchModule(module, version);
  const mod = readFileSync(join(folder, "go.mod"), "utf8");
  for (const need of needs) {
    const escaped = need.replaceAll(".", "\\.");
    // A replacement comes last, and counts.
    const wanted = [...mod.matchAll(new RegExp(`\\s${escaped} (?:v\\S+ )?(?:=> \\S+ )?(v\\S+)`, "g"))].at(-1)?.[1];
    if (wanted !== undefined) {
      await fetchModule(need, wanted);
    }
  }
  return folder;
}

function report(
  { name }: GoProject,
  { definitions, equal, differences, faults }: ProjectComparison,
  { fields, isGood, isVerbose }: { readonly fields: number; readonly isGood: boolean; readonly isVerbose: boolean },
): void {
  const share = fields === 0 ? 0 : (100 * equal) / fields;
  const mark = isGood ? "ok" : "FAIL";
  process.stdout.write(
    `${mark.padStart(4)} ${name}: ${definitions} versions, ${equal} of ${fields} fields equal, ${share.toFixed(2)} %\n`,
  );
  const kinds = new Map<string, number>();
  for (const { what } of differences) {
    kinds.set(what, (kinds.get(what) ?? 0) + 1);
  }
  for (const [what, count] of [...kinds].sort(([, a], [, b]) => b - a).slice(0, isVerbose ? 50 : 8)) {
    const example = differences.find((difference) => difference.what === what);
    process.stdout.write(`       ${count} ${what}, such as ${example?.definition}${example?.field}\n`);
  }
  for (const { message } of isVerbose ? faults : []) {
    process.stdout.write(`       ${message}\n`);
  }
}
