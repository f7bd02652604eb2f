import { parentPort, workerData } from "node:worker_threads";
import { readUntilDone } from "./read-until-done.ts";

parentPort?.postMessage(readUntilDone(workerData));
