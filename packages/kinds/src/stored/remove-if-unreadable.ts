import type { Logger } from "@kiln/api";
import type { Store } from "@kiln/store";
import { isStoreError } from "@kiln/store";

interface Keeper {
  readonly store: Store;
  readonly log: Logger;
}

/**
 * Removes an unreadable object of those that the server creates at every start, so that it is created again. Throws
 * store errors.
 */
export async function removeIfUnreadable({ store, log }: Keeper, key: string): Promise<void> {
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
