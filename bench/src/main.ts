import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Benchmark } from "./benchmark.ts";
import { benchmarks } from "./benchmarks.ts";
import { printResult, type Result, runBenchmark } from "./run-benchmark.ts";

const USAGE = `npm run bench [-- NAME...]

Runs the benchmarks whose name starts with one of the given names (all but scale without one), prints one line each, and
writes bench/results/latest.json. Exit code 1: one was over its budget. 2: no benchmark has that name.

`;

async function main(names: readonly string[]): Promise<number> {
  if (names.includes("--help")) {
    process.stdout.write(USAGE + benchmarks.map((b) => `  ${b.name.padEnd(28)} ${b.about}\n`).join(""));
    return 0;
  }
  const isChosen = ({ name, isLong = false }: Benchmark) =>
    names.length === 0 ? !isLong : names.some((start) => name.startsWith(start));
  const chosen = benchmarks.filter(isChosen);
  if (chosen.length === 0) {
    process.stderr.write(`no benchmark is named ${names.join(" or ")}; npm run bench -- --help lists them\n`);
    return 2;
  }
  const results = await runAll(chosen);
  const folder = join(import.meta.dirname, "..", "results");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "latest.json"), `${JSON.stringify({ node: process.version, results }, null, 2)}\n`);
  return results.some((result) => result.outcome === "over budget") ? 1 : 0;
}

async function runAll(chosen: readonly Benchmark[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const benchmark of chosen) {
    const result = await runBenchmark(benchmark);
    process.stdout.write(`${printResult(result)}\n`);
    results.push(result);
  }
  return results;
}

process.exitCode = await main(process.argv.slice(2));
