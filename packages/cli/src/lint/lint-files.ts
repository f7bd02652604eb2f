import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { type LintedFile, lintRules, lintText } from "@kiln/lint";
import { executableFiles } from "../executable.ts";
import { disk, type ManifestText } from "../manifests/manifest.ts";
import { splitText } from "../manifests/split-text.ts";
import { openLintServer } from "./lint-server.ts";

/** A file, or a part of a large one. */
export interface LintSource {
  readonly file: string;
  /** Absent: the file is read when it is linted. */
  readonly part?: ManifestText;
}

export interface LintJob {
  readonly sources: readonly LintSource[];
  /** Ids of the rules to run. */
  readonly rules: readonly string[];
  readonly semantics: "kep" | "upstream";
}

/** Job in a form that can be passed to threads. */
export interface SharedLintJob extends LintJob {
  /** Index of the next file, shared by all threads. */
  readonly next: Int32Array;
}

export interface LintedPlace {
  /** Index of the source in the job. */
  readonly index: number;
  readonly linted: LintedFile;
}

type OnFile = (place: LintedPlace) => void;

/** Number of files for each thread: fewer are linted before another thread has started. */
const FILES_PER_THREAD = 60;
const PARTS_PER_THREAD = 2;

/** Size in bytes from which a file is split, and length in characters of its parts. */
const LARGE_BYTES = 3_000_000;
const PART_LENGTH = 1_000_000;
/** Comment about the whole file, which all parts would have to know. */
const WHOLE_FILE = "kiln-lint-ignore-file";

/** Files, and parts of large ones. */
export function findSources(files: readonly string[]): LintSource[] {
  return files.flatMap((file): LintSource[] => {
    if (file === "-" || statSync(file).size < LARGE_BYTES) {
      return [{ file }];
    }
    const text = disk.read(file) ?? "";
    const parts = text.includes(WHOLE_FILE) ? [] : splitText({ file, text, linesBefore: 0 }, PART_LENGTH);
    return parts.length < 2 ? [{ file }] : parts.map((part) => ({ file, part }));
  });
}

/** Lints sources and returns the results in their order; the cores share many sources. */
export async function lintFiles(job: LintJob, onFile: () => void): Promise<LintedFile[]> {
  const { length } = job.sources;
  const shared = { ...job, next: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) };
  // Number of threads. The single executable has no script files to start threads from.
  const most = executableFiles() === undefined ? availableParallelism() : 1;
  const parts = job.sources.filter(({ part }) => part !== undefined).length;
  const threads = Math.min(most, Math.floor(length / FILES_PER_THREAD + parts / PARTS_PER_THREAD));
  const all: LintedFile[] = new Array(length);
  const keep: OnFile = ({ index, linted }) => {
    all[index] = linted;
    onFile();
  };
  const others = Array.from({ length: Math.max(threads - 1, 0) }, () => lintElsewhere(shared, keep));
  await Promise.all([...others, lintShared(shared, keep)]);
  return all;
}

/** Lints one source after the other until the shared index reaches the end. */
export async function lintShared(
  { sources, rules: ids, semantics, next }: SharedLintJob,
  onFile: OnFile,
): Promise<void> {
  const server = await openLintServer(semantics);
  const rules = lintRules.filter(({ id }) => ids.includes(id));
  try {
    for (let index = Atomics.add(next, 0, 1); index < sources.length; index = Atomics.add(next, 0, 1)) {
      const { file, part } = sources[index] as LintSource;
      const source = part ?? { file, text: disk.read(file) ?? "" };
      onFile({ index, linted: await lintText(source, { rules, server }) });
    }
  } finally {
    await server.close();
  }
}

/** Runs a thread; rejects with its error. */
function lintElsewhere(job: SharedLintJob, onFile: OnFile): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./lint-thread.js", import.meta.url), { workerData: job });
    worker.on("message", onFile);
    worker.on("error", reject);
    worker.on("exit", () => resolve());
  });
}
