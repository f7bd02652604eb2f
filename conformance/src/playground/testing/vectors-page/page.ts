import { createWorkerClientOf, type VectorsPage } from "./vectors-protocol.ts";
import workerUrl from "./worker.ts?worker&url";

// Defines a function for the test that runs a file of vectors in the worker.
(globalThis as unknown as VectorsPage).runVectorsInWorker = createWorkerClientOf(workerUrl);
