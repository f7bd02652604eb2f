import type { KeyQueue } from "@kiln/api";

/**
 * CRDs that are being deleted and wait for the deletion of their custom resources. Level-triggered: a CRD stays queued
 * until its clean-up has succeeded, so that a conflict or an unreachable store only delays it.
 */
export interface TerminatingKinds {
  /** `prefix` is that of the CRD's custom resources. Clean-up runs at the latest {@link TAKEOVER_MS} later. */
  add(definitionKey: string, prefix: string): void;
  /** Runs the clean-up now, or again after the current run. */
  start(definitionKey: string): void;
  remove(definitionKey: string): void;
  definitionKeys(): readonly string[];
  /** Called with the key of a deleted object: the clean-up of its kind runs again if the kind is terminating. */
  touch(key: string): void;
}

/**
 * The server that took the delete request cleans up at once. Others on the same store do so only after this pause, in
 * case that server is gone.
 */
export const TAKEOVER_MS = 5000;

export function createTerminatingKinds(queue: Pick<KeyQueue, "add" | "remove">): TerminatingKinds {
  const prefixes = new Map<string, string>();
  return {
    add(definitionKey, prefix) {
      if (!prefixes.has(definitionKey)) {
        prefixes.set(definitionKey, prefix);
        queue.add(definitionKey, TAKEOVER_MS);
      }
    },
    start(definitionKey) {
      // A waiting key keeps its time, unless removed first.
      queue.remove(definitionKey);
      queue.add(definitionKey);
    },
    remove(definitionKey) {
      prefixes.delete(definitionKey);
      queue.remove(definitionKey);
    },
    definitionKeys: () => [...prefixes.keys()],
    touch(key) {
      for (const [definitionKey, prefix] of prefixes) {
        if (key.startsWith(prefix)) {
          queue.add(definitionKey);
        }
      }
    },
  };
}
