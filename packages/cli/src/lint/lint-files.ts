import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { type LintedFile, lintRules, lintText } from "@kiln/lint";
import { executableFiles } from "../executable.ts";
import { disk } from "../manifests/manifest.ts";
import { openLintServer } from "./lint-server.ts";

export interface LintJob {
  readonly files: readonly string[];
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
  /** Index of the file in the job. */
  readonly index: number;
  readonly linted: LintedFile;
}

type OnFile = (place: LintedPlace) => void;

/** Number of files for each thread: fewer are linted before another thread has started. */
const FILES_PER_THREAD = 60;

/** Lints files and returns the results in their order; the cores share many files. */
export async function lintFiles(job: LintJob, onFile: () => void): Promise<LintedFile[]> {
  const { length } = job.files;
  const shared = { ...job, next: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) };
  // Number of threads. The single executable has no script files to start threads from.
  const most = executableFiles() === undefined ? availableParallelism() : 1;
  const threads = Math.min(most, Math.floor(length / FILES_PER_THREAD));
  const all: LintedFile[] = new Array(length);
  const keep: OnFile = ({ index, linted }) => {
    all[index] = linted;
    onFile();
  };
  const others = Array.from({ length: Math.max(threads - 1, 0) }, () => lintElsewhere(shared, keep));
  await Promise.all([...others, lintShared(shared, keep)]);
  return all;
}

/** Lints one file after the other until the shared index reaches the end. */
export async function lintShared({ files, rules: ids, semantics, next }: SharedLintJob, onFile: OnFile): Promise<void> {
  const server = await openLintServer(semantics);
  const rules = lintRules.filter(({ id }) => ids.includes(id));
  try {
    for (let index = Atomics.add(next, 0, 1); index < files.length; index = Atomics.add(next, 0, 1)) {
      const file = files[index] as string;
      onFile({ index, linted: await lintText({ file, text: disk.read(file) ?? "" }, { rules, server }) });
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
