import { isStoreError } from "@kiln/store";
import type { Services } from "./services.ts";

/**
 * Removes an object that the server itself makes at every start, if it is stored and cannot be read, so that it is made
 * again. Throws the store's errors.
 */
export async function removeIfUnreadable({ store, log }: Services, key: string): Promise<void> {
  try {
    store.peek(key);
  } catch (error) {
    if (!isStoreError(error, "unreadable") || error.revision === undefined) {
      throw error;
    }
    log.error({ err: error, key }, `stored object replaced: ${key}: it cannot be read`);
    await store.delete(key, { revision: error.revision });
  }
}
