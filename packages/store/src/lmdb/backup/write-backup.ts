import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Revision } from "../../store.ts";
import { isStoreError, StoreError } from "../../store-error.ts";
import { syncPath } from "../sync-path.ts";
import { BackupWriter } from "./backup-file.ts";
import { openView, type StoreView, type ViewOptions } from "./open-view.ts";

export interface BackupOptions extends ViewOptions {
  readonly file: string;
  readonly onProgress?: (done: number) => void;
}

export interface BackupReport {
  readonly revision: Revision;
  readonly values: number;
  /** Records left out, one sentence each. */
  readonly skipped: readonly string[];
}

/** Writes the store as it is at one moment to a file that is not there yet; a server may run. Throws StoreError. */
export async function writeBackup(options: BackupOptions): Promise<BackupReport> {
  const { file } = options;
  if (existsSync(file)) throw new StoreError("no-access", `${file} exists already: name a file that does not.`);
  const view = await openView(options);
  try {
    const writer = new BackupWriter(file);
    try {
      const report = copyAll(view, writer, options);
      writer.finish(report.revision);
      syncPath(dirname(file));
      return report;
    } catch (error) {
      writer.abandon();
      throw error;
    }
  } finally {
    await view.close();
  }
}

/** Runs in one turn of the event loop: see {@link StoreView}. */
function copyAll(view: StoreView, writer: BackupWriter, options: BackupOptions): BackupReport {
  const { skipsDamaged = false, onProgress = () => {} } = options;
  const skipped: string[] = [];
  const skip = (error: unknown) => {
    if (!isStoreError(error)) throw error;
    if (!skipsDamaged) throw refusal(error);
    skipped.push(error.message);
  };
  view.damage.forEach(skip);
  const expiries = readExpiries(view);
  let values = 0;
  for (const { key, state } of view.rows()) {
    if (state.isDeleted) continue;
    try {
      const entry = view.tables.readRecord(state.revision, { key })?.entry;
      if (entry === undefined) throw new StoreError("unreadable", `The value of ${key} is missing.`);
      writer.add({ ...entry, expiresAtMs: expiries.get(entry.revision) ?? 0 });
      values += 1;
    } catch (error) {
      skip(error);
    }
    if (values % 1000 === 0) onProgress(values);
  }
  return { revision: view.revision, values, skipped };
}

function readExpiries({ tables, pending }: StoreView): Map<Revision, number> {
  const rows = tables.scanExpiries(Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER);
  const expiries = new Map(rows.map(({ revision, atMs }) => [revision, atMs]));
  for (const { revision, expiresAtMs } of pending.values()) if (expiresAtMs > 0) expiries.set(revision, expiresAtMs);
  return expiries;
}

function refusal(cause: StoreError): StoreError {
  const advice = '"kiln store verify" names all that is damaged, --skip-damaged saves the rest';
  return new StoreError("corrupt", `The store is damaged and was not backed up: ${cause.message} ${advice}.`, {
    cause,
  });
}
