import { existsSync } from "node:fs";
import { createStoreClock } from "@kiln/store";
import { restoreBackup } from "@kiln/store/backup";
import { lockDirectory } from "@kiln/store/directory-lock";
import { makeFolder } from "../make-folder.ts";
import { countOf, createProgress } from "./show-progress.ts";
import { parseFileFlags } from "./store-flags.ts";

export async function runRestore(args: readonly string[]): Promise<number> {
  const { dataDir, directory, file } = parseFileFlags(args);
  makeFolder(dataDir, 0o700);
  const unlock = lockAll([dataDir, directory]);
  try {
    const report = await restoreBackup({
      directory,
      file,
      now: () => new Date(),
      onProgress: createProgress("restoring"),
    });
    process.stdout.write(
      `${countOf(report.values, "value")} restored to ${directory}, which is at revision ${report.revision}\n`,
    );
    if (report.replaced !== undefined) {
      process.stdout.write(`the store that was there is in ${report.replaced}\n`);
    }
    return 0;
  } finally {
    unlock();
  }
}

/** Locks the directories that exist, as a server does. */
function lockAll(directories: readonly string[]): () => void {
  const unlocks: (() => void)[] = [];
  const unlockAll = () => {
    for (const unlock of unlocks.splice(0)) {
      unlock();
    }
  };
  try {
    for (const directory of directories.filter((each) => existsSync(each))) {
      unlocks.push(lockDirectory(directory, createStoreClock()));
    }
  } catch (error) {
    unlockAll();
    throw error;
  }
  return unlockAll;
}
