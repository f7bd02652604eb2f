import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mayPaint } from "../report/paint.ts";
import { type FaultStyle, printFault } from "../report/print-fault.ts";
import { watchPaths } from "../report/watch-paths.ts";
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
  await watchPaths(options.inputs, () => {
    generateOnce(options);
  });
  return 0;
}

function generateOnce(options: GenerateOptions): number {
  const sources = openSourceFiles();
  const generated = generateFiles(options, sources);
  const style: FaultStyle = {
    lineAt: ({ file, line }) => sources.read(file)?.split("\n")[line - 1],
    hasColor: mayPaint(process.stderr),
  };
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
