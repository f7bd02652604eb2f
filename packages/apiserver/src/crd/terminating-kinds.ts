import type { KeyQueue } from "@kiln/api";

/**
 * The CRDs that are being deleted and wait for their custom resources to go. Level-triggered: a CRD stays in the queue
 * until its clean-up has succeeded, so a lost race or an unreachable store delays it and cannot strand it.
 */
export interface TerminatingKinds {
  /** `prefix` is where the custom resources of the CRD are stored. Its clean-up runs at the latest {@link TAKEOVER_MS} later. */
  add(definitionKey: string, prefix: string): void;
  /** Runs the clean-up now, or once more after the run that is under way. */
  start(definitionKey: string): void;
  remove(definitionKey: string): void;
  definitionKeys(): readonly string[];
  /** Takes the key of a deleted object: the clean-up of its kind runs again if the kind is terminating. */
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
      // A key that waits keeps its time, unless it is taken back first.
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
