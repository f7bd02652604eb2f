import { type LintedFile, type Linting, lintText, severities } from "@kiln/lint";
import { UsageError } from "../command.ts";
import { disk, MANIFEST_FILE, printPaths } from "../manifests/manifest.ts";
import { announceSize } from "../report/announce-size.ts";
import { mayPaint } from "../report/paint.ts";
import { createProgress } from "../report/progress.ts";
import { tryAgain } from "../report/try-again.ts";
import { watchPaths } from "../report/watch-paths.ts";
import { reportFormats } from "./formats/index.ts";
import { findSources, lintFiles } from "./lint-files.ts";
import type { LintOptions } from "./lint-options.ts";
import { openLintServer } from "./lint-server.ts";

/** Exit code 0: no findings at or above --fail-on; 1: some. With `--watch` it runs until stopped. */
export async function runLint(options: LintOptions): Promise<number> {
  return options.isWatch ? watch(options) : lintAll(options);
}

async function lintAll(options: LintOptions): Promise<number> {
  const files = options.paths.flatMap((path) => disk.list(path));
  announceSize("linting", files);
  const sources = findSources(files);
  const what = sources.length === files.length ? "linting files" : "linting parts of files";
  const progress = createProgress(what, { total: sources.length });
  const rules = options.rules.map(({ id }) => id);
  const all = await lintFiles({ sources, rules, semantics: options.semantics }, () => progress.step());
  progress.clear();
  if (all.every(({ findings, definitions }) => findings.length === 0 && definitions === 0)) {
    throw new UsageError(`there is no CRD in ${printPaths(options.paths)}`);
  }
  return report(all, options);
}

async function watch(options: LintOptions): Promise<number> {
  const server = await openLintServer(options.semantics);
  const linting = { rules: options.rules, server };
  const known: KnownFiles = new Map();
  const lintAgain = async () => {
    const files = options.paths.flatMap((path) => disk.list(path));
    const progress = createProgress("linting files", { total: files.length });
    const all: LintedFile[] = [];
    for (const file of files) {
      all.push(await lintFile(file, linting, known));
      progress.step();
    }
    progress.clear();
    report(all, options);
  };
  try {
    await lintAgain();
    const onChange = () =>
      tryAgain(() => {
        // Only in the text format: in others it would not be valid.
        process.stdout.write(options.format === "text" ? `\n--- ${new Date().toTimeString().slice(0, 8)}\n` : "");
        return lintAgain();
      });
    await watchPaths(options.paths, { isRecursive: true, names: MANIFEST_FILE, onChange });
    return 0;
  } finally {
    await server.close();
  }
}

function report(all: readonly LintedFile[], options: LintOptions): number {
  const findings = all.flatMap((linted) => linted.findings);
  const definitions = all.reduce((sum, linted) => sum + linted.definitions, 0);
  const found = { findings, definitions, rules: options.rules };
  process.stdout.write(reportFormats[options.format](found, { hasColor: mayPaint(process.stdout) }));
  const limit = severities.indexOf(options.failOn);
  return findings.some(({ severity }) => severities.indexOf(severity) <= limit) ? 1 : 0;
}

/** Results by file, valid as long as the file's text is the same: with --watch, only changed files are linted again. */
type KnownFiles = Map<string, { readonly text: string; readonly linted: LintedFile }>;

async function lintFile(file: string, linting: Linting, known: KnownFiles): Promise<LintedFile> {
  const text = disk.read(file) ?? "";
  const before = known.get(file);
  if (before?.text === text) {
    return before.linted;
  }
  const linted = await lintText({ file, text }, linting);
  known.set(file, { text, linted });
  return linted;
}
