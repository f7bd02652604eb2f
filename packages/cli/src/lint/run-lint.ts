import { disk, MANIFEST_FILE } from "../check/manifest.ts";
import { mayPaint } from "../report/paint.ts";
import { createProgress } from "../report/progress.ts";
import { tryAgain } from "../report/try-again.ts";
import { watchPaths } from "../report/watch-paths.ts";
import { reportFormats } from "./formats/index.ts";
import type { LintOptions } from "./lint-options.ts";
import { severities } from "./lint-rule.ts";
import { openLintServer } from "./lint-server.ts";
import { type LintedFile, type Linting, lintText } from "./lint-text.ts";

/** 0: nothing that counts; 1: something does. With `--watch` it only ends when it is stopped. */
export async function runLint(options: LintOptions): Promise<number> {
  const server = await openLintServer(options.semantics);
  const linting = { rules: options.rules, server };
  const known: KnownFiles = new Map();
  try {
    const code = await lintOnce(options, linting, known);
    if (!options.isWatch) {
      return code;
    }
    const onChange = () => tryAgain(() => lintOnce(options, linting, known));
    await watchPaths(options.paths, { isRecursive: true, names: MANIFEST_FILE, onChange });
    return 0;
  } finally {
    await server.close();
  }
}

/** What was found in each file, good as long as its text is the same: a watch judges again only what changed. */
type KnownFiles = Map<string, { readonly text: string; readonly linted: LintedFile }>;

async function lintOnce(options: LintOptions, linting: Linting, known: KnownFiles): Promise<number> {
  const files = options.paths.flatMap((path) => disk.list(path));
  const progress = createProgress("linting", files.length);
  const all: LintedFile[] = [];
  for (const file of files) {
    all.push(await lintFile(file, linting, known));
    progress.step();
  }
  progress.clear();
  const findings = all.flatMap((linted) => linted.findings);
  const definitions = all.reduce((sum, linted) => sum + linted.definitions, 0);
  const report = { findings, definitions, rules: options.rules };
  process.stdout.write(reportFormats[options.format](report, { hasColor: mayPaint(process.stdout) }));
  const limit = severities.indexOf(options.failOn);
  return findings.some(({ severity }) => severities.indexOf(severity) <= limit) ? 1 : 0;
}

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
