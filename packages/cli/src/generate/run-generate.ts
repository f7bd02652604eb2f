import { mkdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { printFault } from "../report/print-fault.ts";
import { type GeneratedFiles, generateFiles } from "./generate-files.ts";
import type { GenerateOptions } from "./generate-options.ts";
import { openSourceFiles } from "./node-source-files.ts";

/** 0: written, or equal; 1: there are errors, or files differ. With `--watch` it only ends when it is stopped. */
export async function runGenerate(options: GenerateOptions): Promise<number> {
  const code = generateOnce(options);
  if (!options.isWatch) {
    return code;
  }
  process.stderr.write("watching; press Ctrl-C to stop\n");
  await watchInputs(options.inputs, () => generateOnce(options));
  return 0;
}

function generateOnce(options: GenerateOptions): number {
  const sources = openSourceFiles();
  const generated = generateFiles(options, sources);
  const style = { read: sources.read, hasColor: process.stderr.isTTY === true };
  for (const fault of generated.faults) {
    process.stderr.write(printFault(fault, style));
  }
  if (generated.faults.some(({ severity }) => severity === "error")) {
    return 1;
  }
  return options.output === undefined
    ? print(generated)
    : options.isCheck
      ? compare(generated, options.output)
      : write(generated, options.output);
}

function print({ files }: GeneratedFiles): number {
  for (const text of files.values()) {
    process.stdout.write(text);
  }
  return 0;
}

/** Files that are right already are left alone, so that whoever watches them is not woken. */
function write({ files }: GeneratedFiles, output: string): number {
  mkdirSync(output, { recursive: true });
  for (const [name, text] of files) {
    const path = join(output, name);
    if (readText(path) !== text) {
      writeFileSync(path, text);
      process.stderr.write(`wrote ${path}\n`);
    }
  }
  return 0;
}

function compare({ files }: GeneratedFiles, output: string): number {
  const stale = [...files].filter(([name, text]) => readText(join(output, name)) !== text).map(([name]) => name);
  for (const name of stale) {
    process.stderr.write(`${join(output, name)} is not what the types say: run kiln generate without --check\n`);
  }
  return stale.length === 0 ? 0 : 1;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** Editors write a file in several steps: what follows within this belongs together. */
const SETTLE_MS = 20;

function watchInputs(inputs: readonly string[], onChange: () => void): Promise<void> {
  const folders = new Set(inputs.map((input) => (/\.\w+$/.test(input) ? dirname(resolve(input)) : resolve(input))));
  return new Promise((finish) => {
    let timer: NodeJS.Timeout | undefined;
    const watchers = [...folders].map((folder) =>
      watch(folder, { recursive: true }, () => {
        clearTimeout(timer);
        timer = setTimeout(onChange, SETTLE_MS);
      }),
    );
    const stop = () => {
      for (const each of watchers) {
        each.close();
      }
      finish();
    };
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
  });
}
