import type { KeyQueue } from "@kiln/api";

/**
 * CRDs that are being deleted and wait for the deletion of their custom resources. A CRD stays queued until its
 * clean-up has succeeded, so that a conflict or an unreachable store only delays it.
 */
export interface TerminatingKinds {
  /** Adds a CRD; `prefix` is that of its custom resources. Clean-up starts at the latest {@link TAKEOVER_MS} later. */
  add(definitionKey: string, prefix: string): void;
  /** Starts the clean-up now, or again after the current run. */
  start(definitionKey: string): void;
  remove(definitionKey: string): void;
  definitionKeys(): readonly string[];
  /** Called with the key of a deleted object: the clean-up of its kind runs again if the kind is terminating. */
  touch(key: string): void;
}

/**
 * Delay before a server cleans up a CRD that another server on the same store was asked to delete, in case that server
 * has stopped.
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
      // The queue keeps the delay of a waiting key unless the key is removed first.
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
