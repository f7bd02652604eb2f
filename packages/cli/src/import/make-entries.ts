import { asObject, asObjects, type JsonObject, textAt } from "@kiln/api";
import { headOfMetadata, NO_STAMP, sealObject } from "@kiln/kinds";
import type { Entry, Revision } from "@kiln/store";
import type { PlacedRecord } from "./choose-records.ts";
import type { LeftOut } from "./import-record.ts";

/** An object to store, with the resourceVersion that it keeps. */
export interface ImportEntry {
  readonly key: string;
  readonly revision: Revision;
  readonly object: JsonObject;
}

/**
 * Entries with the objects' uids, status, managed fields and resource versions. Resource versions become unique: if
 * several objects share one, all but one get a new one, above all others. Owner references to objects that are not
 * imported are removed, because the garbage collector would delete the dependents.
 */
export function makeEntries(records: readonly PlacedRecord[], leftOut: LeftOut): ImportEntry[] {
  const uids = new Set(records.map(({ object }) => textAt(asObject(object.metadata), "uid")));
  const revisions = assignRevisions(records);
  return records.map((record, i) => ({
    key: record.key,
    revision: revisions[i] ?? 0,
    object: withKnownOwners(record.object, uids, leftOut),
  }));
}

/** Entry of an object without a schema stamp, so that the object is decoded with the current schema when it is read. */
export function toStoreEntry({ key, revision, object }: ImportEntry): Entry {
  return { key, revision, value: sealObject(object, headOfMetadata(asObject(object.metadata)), NO_STAMP).value };
}

function assignRevisions(records: readonly PlacedRecord[]): Revision[] {
  const taken = new Set<Revision>();
  const wanted = records.map((record) => {
    const revision = record.revision ?? Number(asObject(record.object.metadata).resourceVersion);
    const isFree = Number.isSafeInteger(revision) && revision > 0 && revision <= MOST_REVISION && !taken.has(revision);
    if (isFree) {
      taken.add(revision);
    }
    return isFree ? revision : undefined;
  });
  let next = [...taken].reduce((most, each) => Math.max(most, each), 0);
  return wanted.map((revision) => revision ?? ++next);
}

/** Maximum resourceVersion, which leaves enough for the writes of the new cluster. */
const MOST_REVISION = 2 ** 52;

function withKnownOwners(object: JsonObject, uids: ReadonlySet<string>, leftOut: LeftOut): JsonObject {
  const { ownerReferences, ...metadata } = asObject(object.metadata);
  const owners = asObjects(ownerReferences);
  const known = owners.filter(({ uid }) => uids.has(String(uid)));
  for (let i = known.length; i < owners.length; i++) {
    leftOut.add("owner references to objects that are not in the import");
  }
  return known.length === owners.length
    ? object
    : { ...object, metadata: { ...metadata, ...(known.length === 0 ? {} : { ownerReferences: known }) } };
}
