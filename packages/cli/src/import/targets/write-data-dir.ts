import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createStoreClock } from "@kiln/store";
import { BackupWriter, restoreBackup } from "@kiln/store/backup";
import { lockDirectory } from "@kiln/store/directory-lock";
import { UsageError } from "../../command.ts";
import { makeFolder } from "../../make-folder.ts";
import { type ImportEntry, toStoreEntry } from "../make-entries.ts";

/** Throws UsageError if the directory contains a store: an import never changes an existing one. */
export function checkDataDir(dataDir: string): void {
  if (existsSync(join(dataDir, "data"))) {
    throw new UsageError(`${dataDir} has a store already: name a new directory with --data-dir`);
  }
}

/** Writes the store next to its path and renames it when it is complete: an interrupted import leaves no store. */
export async function writeDataDir(dataDir: string, entries: readonly ImportEntry[]): Promise<void> {
  makeFolder(dataDir, 0o700);
  const unlock = lockDirectory(dataDir, createStoreClock());
  const file = join(dataDir, "import.backup");
  try {
    checkDataDir(dataDir);
    rmSync(file, { force: true });
    const writer = new BackupWriter(file);
    for (const entry of entries) {
      writer.add({ ...toStoreEntry(entry), expiresAtMs: 0 });
    }
    writer.finish(entries.reduce((newest, { revision }) => Math.max(newest, revision), 0));
    const now = () => new Date();
    await restoreBackup({ directory: join(dataDir, "data"), file, now, beginAt: (newest) => newest });
  } finally {
    rmSync(file, { force: true });
    unlock();
  }
}
