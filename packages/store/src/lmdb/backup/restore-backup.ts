import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Revision } from "../../store.ts";
import { emptyState, recordSize, writeRecord } from "../layout.ts";
import { LmdbTables, type TableWriter } from "../lmdb-tables.ts";
import { explainAccess, writeFormat } from "../prepare-directory.ts";
import { syncPath } from "../sync-path.ts";
import { type BackupEntry, type OpenBackup, openBackup } from "./backup-file.ts";

export interface RestoreOptions {
  /** Directory of the store. Existing files are moved aside; the caller holds the lock. */
  readonly directory: string;
  readonly file: string;
  readonly now: () => Date;
  /** First revision of the store, given that of the backup. Default: {@link restoredRevisionGap} above it. */
  readonly beginAt?: (backup: Revision) => Revision;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface RestoreReport {
  readonly values: number;
  readonly revision: Revision;
  /** Path to which the previous store was moved. */
  readonly replaced: string | undefined;
}

/**
 * The restored store begins this far ahead of the backup. Clients have seen revisions that were assigned after the
 * backup was made: new writes must not look older than those.
 */
export const restoredRevisionGap = 1_000_000;

const mapSizeBytes = 64 * 2 ** 30;
const batchValues = 500;
const batchBytes = 4 * 1024 * 1024;

/**
 * Builds a store from the backup beside the existing one and swaps them when it is complete and durable. Keys keep the
 * revisions of their values; there is no history. Throws StoreError, and then nothing has changed.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { directory, file, onProgress = () => {}, beginAt = (newest) => newest + restoredRevisionGap } = options;
  const backup = openBackup(file, () => {});
  const unfinished = `${directory}.restoring`;
  try {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true, mode: 0o700 });
    const revision = await fill(unfinished, backup, { onProgress, revision: beginAt(backup.revision) });
    writeFormat(unfinished);
    const replaced = putInPlace(unfinished, options);
    return { values: backup.places.length, revision, replaced };
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw explainAccess(error, directory);
  } finally {
    backup.close();
  }
}

/** Writes the entries in order of revision, the order of the log. */
async function fill(
  directory: string,
  backup: OpenBackup,
  { onProgress, revision }: Required<Pick<RestoreOptions, "onProgress">> & { readonly revision: Revision },
): Promise<Revision> {
  const places = [...backup.places].sort((a, b) => a.revision - b.revision);
  const tables = new LmdbTables({ directory, mapSizeBytes, isDurable: true, pending: new Map() });
  try {
    for (let done = 0; done < places.length; ) {
      let bytes = 0;
      const start = done;
      while (done < places.length && done - start < batchValues && bytes < batchBytes) bytes += places[done++]!.size;
      const entries = places.slice(start, done).map(backup.read);
      await tables.write((writer) => {
        for (const entry of entries) putEntry(writer, entry);
      });
      onProgress(done, places.length);
    }
    const all = { revision, compacted: revision, swept: revision, indexed: revision };
    await tables.write((writer) => writer.putState({ ...emptyState, ...all }));
    return revision;
  } finally {
    await tables.close();
  }
}

function putEntry(writer: TableWriter, { key, revision, expiresAtMs, value }: BackupEntry): void {
  const record = Buffer.allocUnsafe(recordSize(Buffer.byteLength(key), value.length));
  writeRecord(record, { revision, type: "create", chain: 0, key, value });
  writer.putRecord(revision, record);
  writer.putIndex(key, { revision, isDeleted: false });
  if (expiresAtMs > 0) writer.putExpiry({ atMs: expiresAtMs, revision, key });
}

function putInPlace(unfinished: string, { directory, now }: RestoreOptions): string | undefined {
  let replaced: string | undefined;
  if (existsSync(directory)) {
    replaced = `${directory}.replaced-${now()
      .toISOString()
      .replace(/[-:]|\.\d+/g, "")}`;
    renameSync(directory, replaced);
  }
  renameSync(unfinished, directory);
  syncPath(dirname(directory));
  return replaced;
}
