import { isJsonObject, type JsonObject, printTime } from "@kiln/api";
import { type Entry, isStoreError } from "@kiln/store";
import type { Services } from "../services.ts";
import { decodeStoredJson } from "../stored-json.ts";
import { closeStoredValue, encodeObject, openStoredValue, parseHead } from "../stored-value.ts";

/** Deletes every object under the prefix, or marks it where finalizers hold it. True if none is left. */
export async function emptyKind(services: Services, prefix: string): Promise<boolean> {
  for await (const { entries } of await services.store.range({ prefix })) {
    await Promise.all(entries.map((entry) => deleteOrMark(services, entry)));
  }
  return (await services.store.count({ prefix })) === 0;
}

async function deleteOrMark({ store, clock }: Services, entry: Entry): Promise<void> {
  const stored = openStoredValue(entry.value);
  const object = decodeStoredJson(stored.body);
  const metadata = isJsonObject(object.metadata) ? object.metadata : {};
  const expected = { revision: entry.revision };
  try {
    if (!Array.isArray(metadata.finalizers) || metadata.finalizers.length === 0) {
      await store.delete(entry.key, expected);
    } else if (metadata.deletionTimestamp === undefined) {
      mark(metadata, printTime(clock.now()));
      const head = { ...(parseHead(stored) ?? { uid: String(metadata.uid) }), deleting: true as const };
      await store.replace(entry.key, closeStoredValue(encodeObject(object), head, stored.stamp), expected);
    }
  } catch (error) {
    // Somebody else changed or deleted it: the next round sees what became of it.
    if (!isStoreError(error, "revision-mismatch") && !isStoreError(error, "key-not-found")) {
      throw error;
    }
  }
}

/** Changes the metadata. */
function mark(metadata: JsonObject, now: string): void {
  metadata.deletionTimestamp = now;
  metadata.deletionGracePeriodSeconds = 0;
  metadata.generation = Number(metadata.generation ?? 0) + 1;
}
