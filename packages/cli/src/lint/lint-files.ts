import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { disk } from "../check/manifest.ts";
import { openLintServer } from "./lint-server.ts";
import { type LintedFile, lintText } from "./lint-text.ts";
import { lintRules } from "./rules/index.ts";

/** Plain data: it goes from thread to thread. */
export interface LintShare {
  readonly files: readonly string[];
  readonly rules: readonly string[];
  readonly semantics: "kep" | "upstream";
}

/** Fewer are done before another thread has started. */
const FILES_PER_THREAD = 60;

/** What is found in files, in their order; many are shared among the cores. */
export async function lintFiles(share: LintShare, onFile: () => void): Promise<LintedFile[]> {
  const { files } = share;
  const threads = Math.max(1, Math.min(availableParallelism(), Math.floor(files.length / FILES_PER_THREAD)));
  const results = await Promise.all(
    Array.from({ length: threads }, async (_, thread) => {
      const own = { ...share, files: files.filter((__, index) => index % threads === thread) };
      const found: LintedFile[] = [];
      await (thread === 0 ? lintEach : lintElsewhere)(own, (linted) => {
        found.push(linted);
        onFile();
      });
      return found;
    }),
  );
  return files.map((_, index) => results[index % threads]?.[Math.floor(index / threads)] as LintedFile);
}

export async function lintEach(share: LintShare, onFile: (linted: LintedFile) => void): Promise<void> {
  const server = await openLintServer(share.semantics);
  const rules = lintRules.filter(({ id }) => share.rules.includes(id));
  try {
    for (const file of share.files) {
      onFile(await lintText({ file, text: disk.read(file) ?? "" }, { rules, server }));
    }
  } finally {
    await server.close();
  }
}

/** Rejects with what the thread throws. */
function lintElsewhere(share: LintShare, onFile: (linted: LintedFile) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./lint-thread.js", import.meta.url), { workerData: share });
    worker.on("message", onFile);
    worker.on("error", reject);
    worker.on("exit", () => resolve());
  });
}
