import type { WorkerPort } from "./worker-client.ts";

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** Starts the worker. The security policy allows scripts through one trusted policy only, which accepts one address. */
export function openWorker(url: string): WorkerPort {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("kiln-worker", { createScriptURL: () => url });
  return new Worker(policy?.createScriptURL(url) ?? url, { type: "module", name: "kiln" });
}
