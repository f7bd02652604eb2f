import { parentPort, workerData } from "node:worker_threads";
import { type LintShare, lintEach } from "./lint-files.ts";

// A thread of its own for a share of many files: each is told as soon as it is done, in order.
await lintEach(workerData as LintShare, (linted) => parentPort?.postMessage(linted));
