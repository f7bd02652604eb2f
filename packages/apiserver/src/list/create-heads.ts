import { kindPrefix } from "@kiln/api";
import { apiVersionOf, type HeadEntry, type Resource } from "@kiln/kinds";
import {
  type CowTree,
  createTree,
  type Store,
  type StoreEvent,
  treeDelete,
  treeFromSorted,
  treeGet,
  treeSet,
} from "@kiln/store";
import { convertEntries } from "../convert/convert-entries.ts";
import type { Heads } from "../request/heads.ts";
import { createHeadIndexes, type HeadIndexes } from "./head-index.ts";
import { readSelectableHead } from "./selection.ts";

interface Table {
  readonly resource: Resource;
  tree: CowTree<HeadEntry>;
  readonly indexes: HeadIndexes;
  /** Revision of the last write to the kind. */
  changedAt: number;
  /** Commits received while the table was being filled. */
  waiting: StoreEvent[] | undefined;
  readonly filled: Promise<void>;
}

export function createHeads(store: Store): Heads {
  const tables = new Map<string, Table>();
  let revision = store.revision;

  const openTable = (resource: Resource): Table => {
    const { prefix } = resource.storage;
    const known = tables.get(prefix);
    // A changed CRD, which may have other selectable fields, needs a new table.
    if (known?.resource.storage === resource.storage) {
      return known;
    }
    let start: () => void = () => {};
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    const table: Table = {
      resource,
      tree: createTree(),
      indexes: createHeadIndexes(),
      changedAt: 0,
      waiting: [],
      filled: started.then(() => fill(store, table)),
    };
    // A table for a kind that was removed meanwhile serves this request only.
    if (resource.serving.lifetime?.isOver !== true) {
      tables.set(prefix, table);
    }
    table.filled.catch(() => {
      // Requests that wait for this table fail; the next request fills a new one.
      if (tables.get(prefix) === table) {
        tables.delete(prefix);
      }
    });
    start();
    return table;
  };

  return {
    size: () => tables.size,
    forget: ({ storage }) => void tables.delete(storage.prefix),
    async snapshot(resource, { after = 0, at, term }) {
      // Cached metadata has the selectable fields of the storage version; another version may select fields at other
      // paths.
      if (resource.selectable.fields.length > 0 && apiVersionOf(resource) !== resource.storage.apiVersion) {
        return undefined;
      }
      const table = openTable(resource);
      await table.filled;
      const index = term === undefined ? undefined : table.indexes.open(term, table.tree);
      await index?.filled;
      // No await from here on: tree, keys and revision must be of one moment.
      const { tree } = table;
      const keys = term === undefined || index === undefined ? {} : { keys: index.keys(term.value) };
      if (at === undefined) {
        return revision >= after ? { tree, revision, ...keys } : undefined;
      }
      return table.changedAt <= at && at <= revision ? { tree, revision: at, ...keys } : undefined;
    },
    apply(batch) {
      revision = Math.max(revision, batch.revision);
      for (const event of tables.size === 0 ? [] : batch.events) {
        const table = tables.get(kindPrefix(event.key));
        if (table?.waiting !== undefined) {
          table.waiting.push(event);
        } else if (table !== undefined) {
          applyEvent(table, event);
        }
      }
    },
  };
}

/** Fills the table with all stored objects, then with the commits made meanwhile. */
async function fill(store: Store, table: Table): Promise<void> {
  const range = await store.range({ prefix: table.resource.storage.prefix });
  const keys: string[] = [];
  const entries: HeadEntry[] = [];
  for await (const slice of range) {
    const needsFields = table.resource.selectable.fields.length > 0;
    for (const entry of needsFields ? await convertEntries(table.resource, slice.entries) : slice.entries) {
      keys.push(entry.key);
      entries.push({ head: readSelectableHead(table.resource, entry), revision: entry.revision });
    }
  }
  table.tree = treeFromSorted(keys, entries);
  table.changedAt = range.revision;
  const waiting = table.waiting ?? [];
  table.waiting = undefined;
  for (const event of waiting) {
    if (event.revision > range.revision) {
      applyEvent(table, event);
    }
  }
}

/** Applies one commit event to the table. */
function applyEvent(table: Table, { key, value, revision }: StoreEvent): void {
  table.changedAt = revision;
  const after = value === undefined ? undefined : readSelectableHead(table.resource, { key, value, revision });
  if (table.indexes.size() > 0) {
    table.indexes.apply({ key, before: treeGet(table.tree, key)?.head, after });
  }
  table.tree = after === undefined ? treeDelete(table.tree, key) : treeSet(table.tree, key, { head: after, revision });
}
