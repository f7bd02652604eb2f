import { readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { diffLines } from "@kiln/api";
import { loadParseTs, type ParseTs } from "@kiln/markers";
import { UsageError } from "../command.ts";
import { makeFolder } from "../make-folder.ts";
import { mayPaint } from "../report/paint.ts";
import { type FaultStyle, printFault } from "../report/print-fault.ts";
import { tryAgain } from "../report/try-again.ts";
import { watchPaths } from "../report/watch-paths.ts";
import { type GeneratedFiles, generateFiles, type Sources } from "./generate-files.ts";
import type { GenerateOptions } from "./generate-options.ts";
import { type NodeSourceFiles, openSourceFiles } from "./node-source-files.ts";

/**
 * Exit code 0: files were written or are equal; 1: there are errors, or files differ. With `--watch` it runs until
 * stopped.
 */
export async function runGenerate(options: GenerateOptions): Promise<number> {
  const parseTs = await loadParser(options);
  const sources = openSourceFiles();
  const code = generateOnce(options, { files: sources, parseTs });
  if (!options.isWatch) {
    return code;
  }
  // The watch includes folders of referenced types.
  const folders = new Set([...options.inputs.map((path) => resolve(path)), ...sources.folders()]);
  const onChange = () => tryAgain(() => generateOnce(options, { files: openSourceFiles(), parseTs }));
  await watchPaths([...folders], { isRecursive: false, names: SOURCE_FILE, onChange });
  return 0;
}

const SOURCE_FILE = /\.(?:go|ts|ya?ml|json)$/;
const NO_DEFINITION = "there is no CRD in these files";
const NO_KIND =
  "there is no kind among these types: one has TypeMeta and ObjectMeta in Go, apiVersion, kind and metadata in TypeScript";

/** Loads the TypeScript parser only if needed: it is a native module, which may lack a binary for this platform. */
async function loadParser({ inputs, makesTypes }: GenerateOptions): Promise<ParseTs | undefined> {
  if (makesTypes || !inputs.some((input) => input.endsWith(".ts"))) {
    return undefined;
  }
  try {
    return await loadParseTs();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function generateOnce(options: GenerateOptions, sources: Sources & { readonly files: NodeSourceFiles }): number {
  const generated = generateFiles(options, sources);
  const style: FaultStyle = {
    lineAt: ({ file, line }) => sources.files.read(resolve(file))?.split("\n")[line - 1],
    hasColor: mayPaint(process.stderr),
  };
  for (const { position, ...fault } of generated.faults) {
    process.stderr.write(printFault({ ...fault, position: { ...position, file: fromHere(position.file) } }, style));
  }
  if (generated.faults.some(({ severity }) => severity === "error")) {
    return 1;
  }
  if (generated.files.size === 0) {
    process.stderr.write(`kiln generate: ${options.makesTypes ? NO_DEFINITION : NO_KIND}\n`);
    return 1;
  }
  return options.output === undefined
    ? print(generated)
    : options.isCheck
      ? compare(generated, options.output)
      : write(generated, options.output);
}

/** Path relative to the current directory. */
function fromHere(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith("..") ? file : path;
}

function print({ files }: GeneratedFiles): number {
  for (const text of files.values()) {
    process.stdout.write(text);
  }
  return 0;
}

/** Unchanged files are not written, so that file watchers are not triggered. */
function write({ files }: GeneratedFiles, output: string): number {
  makeFolder(output);
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
  const stale = [...files]
    .map(([name, text]) => ({ path: join(output, name), text, there: readText(join(output, name)) }))
    .filter(({ text, there }) => text !== there);
  for (const { path, text, there } of stale) {
    const diff = there === undefined ? "" : diffLines(there, text);
    process.stderr.write(`${path} is ${there === undefined ? "not there" : "not up to date"}\n${diff}`);
  }
  if (stale.length > 0) {
    process.stderr.write("run kiln generate without --check\n");
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
