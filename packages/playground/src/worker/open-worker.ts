import type { WorkerPort } from "./worker-client.ts";

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/**
 * Starts the worker. The page's security policy allows scripts only through one trusted-types policy, which accepts
 * this URL alone.
 */
export function openWorker(url: string): WorkerPort {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("kiln-worker", { createScriptURL: () => url });
  return new Worker(policy?.createScriptURL(url) ?? url, { type: "module", name: "kiln" });
}
