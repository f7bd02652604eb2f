import { asObject, asObjects, type Clock, isJsonObject, type JsonObject, type Timer } from "@kiln/api";
import { headOfMetadata, NO_STAMP, sealObject } from "@kiln/kinds";
import type { Entry } from "@kiln/store";

/** Objects of another cluster, uploaded in parts until a Snapshot uses them. */
export interface ImportUploads {
  has(name: string): boolean;
  /** Adds a part; part 0 starts over. If the part is rejected, returns the reason and changes nothing. */
  add(name: string, part: number, body: JsonObject): string | undefined;
  get(name: string): readonly Entry[];
  /** Drops the upload. */
  remove(name: string): void;
  close(): void;
}

interface Upload {
  entries: Entry[];
  bytes: number;
  parts: number;
  timer: Timer;
}

/** Time after which an abandoned upload is dropped. */
const FORGOTTEN_AFTER_MS = 10 * 60_000;
const MOST_UPLOADS = 4;
const MOST_BYTES = 2 * 1024 ** 3;
/** Pattern of allowed keys. Testing objects are excluded: they are not part of a cluster's state. */
const KEY = /^\/registry\/(?!testing\.kiln\.dev\/)[^/]+\/[^/]+(?:\/[^/]+){1,2}$/;

export function createImportUploads(clock: Clock): ImportUploads {
  const uploads = new Map<string, Upload>();
  const remove = (name: string) => {
    uploads.get(name)?.timer.cancel();
    uploads.delete(name);
  };
  const startTimer = (name: string) => clock.setTimer(FORGOTTEN_AFTER_MS, () => remove(name));
  return {
    has: (name) => uploads.has(name),
    add(name, part, body) {
      const before = part === 0 ? undefined : uploads.get(name);
      if (part !== (before?.parts ?? 0)) {
        return `part ${part} is not the next one, which is ${before?.parts ?? 0}`;
      }
      if (before === undefined && !uploads.has(name) && uploads.size >= MOST_UPLOADS) {
        return `${MOST_UPLOADS} imports are under way already`;
      }
      const read = readEntries(body, before?.entries ?? []);
      if (typeof read === "string") {
        return read;
      }
      const bytes = read.reduce((sum, { value }) => sum + value.length, before?.bytes ?? 0);
      if (bytes > MOST_BYTES) {
        return `the import has more than ${MOST_BYTES} bytes`;
      }
      uploads.get(name)?.timer.cancel();
      const entries = before?.entries ?? [];
      for (const entry of read) {
        entries.push(entry);
      }
      uploads.set(name, { entries, bytes, parts: part + 1, timer: startTimer(name) });
      return undefined;
    },
    get: (name) => uploads.get(name)?.entries ?? [],
    remove,
    close() {
      for (const name of [...uploads.keys()]) {
        remove(name);
      }
    },
  };
}

/** Entries of a part; the reason if an item is not a stored object. */
function readEntries(body: JsonObject, before: readonly Entry[]): Entry[] | string {
  const entries: Entry[] = [];
  let newest = before.at(-1)?.revision ?? 0;
  for (const [i, item] of asObjects(body.items).entries()) {
    const { key, revision, object } = item;
    const name = asObject(asObject(object).metadata).name;
    if (typeof key !== "string" || !KEY.test(key) || !isJsonObject(object) || !key.endsWith(`/${name}`)) {
      return `items[${i}] is no object under its key: it needs key, revision and object`;
    }
    if (!Number.isSafeInteger(revision) || Number(revision) <= newest) {
      return `items[${i}].revision must be a number above ${newest}: items come in the order of their revisions`;
    }
    newest = Number(revision);
    const { value } = sealObject(object, headOfMetadata(asObject(object.metadata)), NO_STAMP);
    entries.push({ key, revision: newest, value });
  }
  return entries;
}
