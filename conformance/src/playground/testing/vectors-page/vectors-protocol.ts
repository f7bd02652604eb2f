import type { Outcome } from "../../../vectors/vector-file.ts";

/** The parts of a browser that are used here: this package is compiled for Node. */
export interface VectorsPage {
  runVectorsInWorker(text: string): Promise<readonly Outcome[]>;
}

export interface Port {
  postMessage(message: unknown): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
}

interface BrowserGlobals {
  readonly Worker: new (url: unknown, options: { readonly type: "module" }) => Port;
  readonly trustedTypes: {
    createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): unknown };
  };
}

export function createWorkerClientOf(url: string): VectorsPage["runVectorsInWorker"] {
  const { Worker, trustedTypes } = globalThis as unknown as BrowserGlobals;
  const policy = trustedTypes.createPolicy("kiln-worker", { createScriptURL: () => url });
  const worker = new Worker(policy.createScriptURL(url), { type: "module" });
  return (text) =>
    new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data as readonly Outcome[]);
      worker.postMessage(text);
    });
}
