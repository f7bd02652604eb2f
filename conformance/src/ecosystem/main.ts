import { findProgram } from "../serve/find-program.ts";
import { fetchModule } from "./fetch-module.ts";
import { projects } from "./projects.ts";
import { tryProject } from "./try-project.ts";

/** Minimum number of CRDs for a meaningful run. */
const MIN_DEFINITIONS = 100;
const MIN_PROJECTS = 10;

process.exitCode = await main();

async function main(): Promise<number> {
  if (findProgram("go") === undefined) {
    return skip("there is no go command to fetch modules with");
  }
  const total = { projects: 0, definitions: 0, samples: 0, failures: 0 };
  for (const project of projects) {
    const folder = await fetchModule(project.module, project.version).catch((error: Error) => error);
    if (folder instanceof Error) {
      process.stdout.write(`  -  ${project.name}: not fetched: ${lastLine(folder.message)}\n`);
      continue;
    }
    const { definitions, samples, failures } = await tryProject(project, folder);
    const mark = failures.length === 0 ? "ok" : "FAIL";
    process.stdout.write(`${mark.padStart(4)} ${project.name}: ${definitions} definitions, ${samples} objects\n`);
    for (const failure of failures) {
      process.stdout.write(`       ${failure}\n`);
    }
    total.projects++;
    total.definitions += definitions;
    total.samples += samples;
    total.failures += failures.length;
  }
  if (total.projects === 0) {
    return skip("no module could be fetched");
  }
  return conclude(total);
}

function conclude(total: {
  readonly projects: number;
  readonly definitions: number;
  readonly samples: number;
  readonly failures: number;
}): number {
  const isEnough = total.projects >= MIN_PROJECTS && total.definitions >= MIN_DEFINITIONS;
  const passed = total.definitions + total.samples - total.failures;
  process.stdout.write(`${total.definitions} definitions of ${total.projects} projects, ${total.samples} objects\n`);
  if (!isEnough) {
    process.stdout.write(`that is too few: at least ${MIN_DEFINITIONS} of ${MIN_PROJECTS} projects must be tried\n`);
  }
  process.stdout.write(`${passed} passed, ${total.failures} failed\n`);
  return isEnough && total.failures === 0 ? 0 : 1;
}

function skip(why: string): number {
  process.stdout.write(`skipped: ${why}\n`);
  return 0;
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}
