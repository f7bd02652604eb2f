import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Benchmark, Figure } from "../benchmark.ts";
import { KILN } from "../server/start-server.ts";
import { makeFolder, writeDefinitions, writeManifests } from "./sample-files.ts";

/** Each figure is the best of several runs, start of the process included: other work on the machine only adds time. */
const RUNS = 3;

export const toolBenchmarks: readonly Benchmark[] = [
  {
    name: "tools/check",
    about: "kiln check of 1,000 manifests in as many files",
    figures: () => inFolder(measureCheck),
  },
  { name: "tools/lint", about: "kiln lint of 500 CRDs", figures: () => inFolder(measureLint) },
  {
    name: "tools/watch",
    about: "kiln lint --watch, from a saved file to its report",
    figures: () => inFolder(measureWatch),
  },
];

async function inFolder(measure: (folder: string) => Promise<Figure[]>): Promise<Figure[]> {
  const folder = makeFolder();
  try {
    return await measure(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureCheck(folder: string): Promise<Figure[]> {
  const [crds, objects] = [join(folder, "crds"), join(folder, "objects")];
  mkdirSync(crds);
  mkdirSync(objects);
  writeDefinitions(crds, 1);
  writeManifests(objects, 1000);
  const best = await bestOf(["check", objects, "--crd", crds]);
  return [{ name: "1,000 manifests", value: best, unit: "s", bound: { most: 2 } }];
}

async function measureLint(folder: string): Promise<Figure[]> {
  writeDefinitions(folder, 500);
  return [{ name: "500 CRDs", value: await bestOf(["lint", folder]), unit: "s", bound: { most: 5 } }];
}

/** Seconds of the best run. Throws if the output does not report success. */
async function bestOf(args: readonly string[]): Promise<number> {
  const took: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    const child = spawn(process.execPath, [KILN, ...args], { stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.resume();
    const [code] = await once(child, "close");
    if (code !== 0) {
      throw new Error(`kiln ${args[0]} ended with ${code}`);
    }
    took.push((performance.now() - start) / 1000);
  }
  return Math.min(...took);
}

const SAVES = 30;

/** Measures --watch: one of a hundred CRDs is saved repeatedly. */
async function measureWatch(folder: string): Promise<Figure[]> {
  writeDefinitions(folder, 100);
  const file = join(folder, "crd-50.yaml");
  const text = readFileSync(file, "utf8");
  const child = spawn(process.execPath, [KILN, "lint", folder, "--watch"], { stdio: ["ignore", "pipe", "pipe"] });
  try {
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += String(chunk);
    });
    // The report ends with a line that has a count.
    const reported = async () => {
      while (!output.includes("100 CRDs: ")) {
        await once(child.stdout, "data");
      }
      output = "";
    };
    await Promise.all([reported(), once(child.stderr, "data")]);
    const took: number[] = [];
    for (let save = 0; save < SAVES; save++) {
      const start = performance.now();
      writeFileSync(file, `${text}# ${save}\n`);
      await reported();
      took.push(performance.now() - start);
    }
    took.sort((a, b) => a - b);
    const median = took[SAVES / 2] as number;
    return [
      { name: "median", value: median, unit: "ms", bound: { most: 100 } },
      { name: "slowest", value: took.at(-1) as number, unit: "ms" },
    ];
  } finally {
    child.kill();
  }
}
