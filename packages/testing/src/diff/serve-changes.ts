import { appendAll, asObject, encodeUtf8, type JsonObject, type JsonValue } from "@kiln/api";
import type { Filter } from "@kiln/apiserver";
import { decodeStoredValue } from "@kiln/kinds";
import type { Entry, Store } from "@kiln/store";
import { TESTING_GROUP } from "../kinds/definition-of.ts";

/** Path at which a fork serves the differences from its initial state. */
export const CHANGES_PATH = "/testing/changes";

export interface ChangesContext {
  readonly store: Store;
  /** Opens the initial state of the fork; it is closed after use. */
  openStart(): Promise<Store>;
}

/** Serves every object that was created, changed or deleted since the fork started. */
export function serveChanges({ store, openStart }: ChangesContext): Filter {
  return {
    before({ info }) {
      return info.path === CHANGES_PATH ? answer(store, openStart) : undefined;
    },
  };
}

async function answer(store: Store, openStart: () => Promise<Store>) {
  const start = await openStart();
  try {
    const items = await findChanges(start, store);
    const headers = { "content-type": "application/json" };
    return { status: 200, headers, body: encodeUtf8(JSON.stringify({ items })) };
  } finally {
    await start.close();
  }
}

const PREFIX = "/registry/";
const OWN = `/registry/${TESTING_GROUP}/`;

/** Changed objects in key order. Only entries whose revisions differ are decoded: equal revisions mean equal values. */
async function findChanges(start: Store, now: Store): Promise<JsonObject[]> {
  const before = new Map((await readEntries(start)).map((entry) => [entry.key, entry]));
  const changes: JsonObject[] = [];
  for (const after of await readEntries(now)) {
    const old = before.get(after.key);
    before.delete(after.key);
    if (old?.revision !== after.revision) {
      appendAll(changes, toChange(old, after));
    }
  }
  for (const old of before.values()) {
    appendAll(changes, toChange(old, undefined));
  }
  return changes.sort((a, b) => (String(a.key) < String(b.key) ? -1 : 1));
}

async function readEntries(store: Store): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const slice of await store.range({ prefix: PREFIX })) {
    appendAll(
      entries,
      slice.entries.filter(({ key }) => !key.startsWith(OWN)),
    );
  }
  return entries;
}

/** Change of an object; empty if it was written with equal content. */
function toChange(old: Entry | undefined, now: Entry | undefined): JsonObject[] {
  const key = (now ?? old)?.key ?? "";
  const [before, after] = [decode(old), decode(now)];
  if (JSON.stringify(before) === JSON.stringify(after)) {
    return [];
  }
  const type = before === undefined ? "created" : after === undefined ? "deleted" : "changed";
  const isSecret = key.startsWith("/registry/core/secrets/");
  const shown = isSecret ? maskSecrets(before, after) : { before, after };
  return [
    {
      type,
      key,
      ...(shown.before === undefined ? {} : { before: shown.before }),
      ...(shown.after === undefined ? {} : { after: shown.after }),
    },
  ];
}

/** Decoded object without managed fields, which change with every write. */
function decode(entry: Entry | undefined): JsonObject | undefined {
  if (entry === undefined) {
    return undefined;
  }
  const { metadata, ...object } = decodeStoredValue(entry.value);
  const { managedFields: _, ...kept } = asObject(metadata);
  return { ...object, metadata: kept };
}

interface Shown {
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
}

/** Replaces the values of Secrets, as kubectl diff does: shows which keys differ, without values. */
function maskSecrets(before: JsonObject | undefined, after: JsonObject | undefined): Shown {
  const data = (object: JsonObject | undefined) => asObject(object?.data);
  const mask = (object: JsonObject | undefined, other: JsonObject | undefined, word: string) => {
    const masked = Object.entries(data(object)).map(([key, value]): [string, JsonValue] => [
      key,
      value === data(other)[key] ? "***" : `*** (${word})`,
    ]);
    return object === undefined ? undefined : { ...object, data: Object.fromEntries(masked) };
  };
  return { before: mask(before, after, "before"), after: mask(after, before, "after") };
}
