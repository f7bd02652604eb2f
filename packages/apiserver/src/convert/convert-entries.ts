import type { JsonObject } from "@kiln/api";
import {
  apiVersionOf,
  CONVERTED_STAMP,
  findMetadata,
  headOf,
  type LiveObject,
  openObject,
  openStoredValue,
  type Resource,
  readLiveObject,
  sealObject,
  setResourceVersion,
} from "@kiln/kinds";
import type { Entry } from "@kiln/store";

/**
 * Converts entries to a form that this version can decode. Entries that need a conversion webhook are converted
 * together and encoded in this version; all others are returned unchanged. Rejects with a Status.
 */
export async function convertEntries(resource: Resource, entries: readonly Entry[]): Promise<readonly Entry[]> {
  const { convertRemotely } = resource.storage;
  if (convertRemotely === undefined) {
    return entries;
  }
  const apiVersion = apiVersionOf(resource);
  const asked: { readonly index: number; readonly object: JsonObject }[] = [];
  for (const [index, entry] of entries.entries()) {
    const object = isReadable(resource, entry) ? undefined : openObject(resource, openStoredValue(entry.value));
    if (object !== undefined && object.apiVersion !== apiVersion) {
      asked.push({ index, object });
    }
  }
  if (asked.length === 0) {
    return entries;
  }
  const converted = await convertRemotely(
    asked.map(({ object }) => object),
    apiVersion,
  );
  const readable = [...entries];
  for (const [i, { index }] of asked.entries()) {
    readable[index] = sealConverted(resource, entries[index] as Entry, converted[i] as JsonObject);
  }
  return readable;
}

/** Converts one entry as {@link convertEntries} does. */
export async function convertEntry(resource: Resource, entry: Entry): Promise<Entry> {
  const [converted = entry] = await convertEntries(resource, [entry]);
  return converted;
}

/**
 * Kubernetes: unknown fields added by a conversion webhook are pruned, and its defaults are not filled in
 * (apiserver/customresource_handler.go schemaCoercingConverter.Convert, v1.36).
 */
function sealConverted(resource: Resource, { key, revision }: Entry, object: JsonObject): Entry {
  resource.schema.prune(object, { isStored: true });
  return { key, revision, value: sealObject(object, headOf(resource, object), CONVERTED_STAMP).value };
}

/** Whether the entry was written under the current schema, in the requested version: the fast path. */
function isReadable(resource: Resource, { value }: Entry): boolean {
  const { apiVersion, stamp } = resource.storage;
  return apiVersionOf(resource) === apiVersion && findMetadata(value, stamp()) >= 0;
}

/** Decodes an entry as {@link readLiveObject} does; returns a promise only if a conversion webhook must be called. */
export function readLive(resource: Resource, entry: Entry): LiveObject | Promise<LiveObject> {
  return resource.storage.convertRemotely === undefined ? readLiveObject(resource, entry) : readRemote(resource, entry);
}

/** Converted by a webhook, with the stored bytes unchanged: the write is still compared with these. */
async function readRemote(resource: Resource, entry: Entry): Promise<LiveObject> {
  const { object } = readLiveObject(resource, await convertEntry(resource, entry));
  setResourceVersion(object, entry.revision);
  return { object, stored: openStoredValue(entry.value), revision: entry.revision };
}
