import { compareKeys, keyAfter } from "../../key-order.ts";
import type { Revision } from "../../store.ts";
import { isStoreError, type StoreError } from "../../store-error.ts";
import { hasChecksum } from "../layout.ts";
import { openView, type StoreView, type ViewOptions } from "./open-view.ts";

export interface VerifyOptions extends ViewOptions {
  readonly onProgress?: (done: number) => void;
}

export interface VerifyReport {
  readonly revision: Revision;
  /** Keys that currently have a value. */
  readonly values: number;
  /** All records, history included. */
  readonly records: number;
  /** Records of formats without checksums: their JSON was decoded instead. */
  readonly unchecked: number;
  /** Damage found, one sentence each. */
  readonly damage: readonly string[];
}

/** Reads every page, record and index row of a store, and its journal. Changes nothing; a server may run. */
export async function verifyStore(options: VerifyOptions): Promise<VerifyReport> {
  let view: StoreView;
  try {
    view = await openView(options);
  } catch (error) {
    if (!isStoreError(error, "corrupt")) throw error;
    return { revision: 0, values: 0, records: 0, unchecked: 0, damage: [error.message] };
  }
  try {
    return verifyView(view, options.onProgress ?? (() => {}));
  } finally {
    await view.close();
  }
}

/** Runs in one turn of the event loop: see {@link StoreView}. */
function verifyView(view: StoreView, onProgress: (done: number) => void): VerifyReport {
  const damage = view.damage.map(({ message }) => message);
  const note = (error: StoreError) => damage.push(error.message);
  const indexed = new Map<string, Revision>();
  for (const { key, state } of view.rows()) indexed.set(key, state.revision);
  let records = 0;
  let unchecked = 0;
  for (const { head, revision } of view.tables.verifyRecords(note)) {
    records += 1;
    if (head !== undefined && !hasChecksum(head)) unchecked += 1;
    if (head !== undefined && head.type !== "delete" && (indexed.get(head.key) ?? 0) < revision) {
      damage.push(`The index does not lead to the value of ${head.key} at revision ${revision}.`);
    }
    if (!view.tables.hasRecord(revision)) damage.push(`A lookup does not find revision ${revision}, which is there.`);
    if (records % 1000 === 0) onProgress(records);
  }
  const values = checkRows(view, damage);
  checkLookups(view, damage);
  return { revision: view.revision, values, records: records + view.pending.size, unchecked, damage };
}

/** Checks all index rows; adds errors to `damage`. Returns how many keys have a value. */
function checkRows(view: StoreView, damage: string[]): number {
  let values = 0;
  for (const { key, state } of view.rows()) {
    if (state.isDeleted) continue;
    values += 1;
    const head = view.tables.readRecordHead(state.revision);
    // A damaged record has been reported already.
    if (head === undefined && !view.tables.hasRecord(state.revision)) {
      damage.push(`The value of ${key} at revision ${state.revision} is missing.`);
    } else if (head !== undefined && head.key !== key) {
      damage.push(`The index row of ${key} leads to the value of ${head.key}, at revision ${state.revision}.`);
    }
  }
  return values;
}

const scanLimit = 1000;

/**
 * Looks up every key; adds errors to `damage`. A flipped bit in a key of a branch page leads lookups to the wrong leaf,
 * although a scan of all leaves still finds every row.
 */
function checkLookups({ tables }: StoreView, damage: string[]): void {
  let before = "";
  for (;;) {
    const rows = tables.scanIndex({ start: before === "" ? "" : keyAfter(before), end: undefined, limit: scanLimit });
    for (const { key, state } of rows) {
      if (compareKeys(key, before) <= 0) damage.push(`The index row of ${key} is out of order.`);
      else if (tables.readIndex(key)?.revision !== state.revision)
        damage.push(`A lookup of ${key} does not find its index row.`);
    }
    const last = rows.at(-1)?.key;
    if (last === undefined || compareKeys(last, before) <= 0) return;
    before = last;
  }
}
