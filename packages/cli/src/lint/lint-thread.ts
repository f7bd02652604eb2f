import { parentPort, workerData } from "node:worker_threads";
import { lintShared, type SharedLintJob } from "./lint-files.ts";

// A thread of its own for a share of many files: each is told as soon as it is done.
await lintShared(workerData as SharedLintJob, (place) => parentPort?.postMessage(place));
