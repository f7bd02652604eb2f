import { parentPort, workerData } from "node:worker_threads";
import { lintShared, type SharedLintJob } from "./lint-files.ts";

// Worker thread for a share of the files. It reports each file as soon as it is linted.
await lintShared(workerData as SharedLintJob, (place) => parentPort?.postMessage(place));
