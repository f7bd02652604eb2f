import { parentPort, workerData } from "node:worker_threads";
import { lintShared, type SharedLintJob } from "./lint-files.ts";

// A worker thread for a share of the files: each file is reported as soon as it is done.
await lintShared(workerData as SharedLintJob, (place) => parentPort?.postMessage(place));
