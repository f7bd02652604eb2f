import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a directory, and those around it, unless it is there. Not by Node's own recursion: that never ends where a file
 * system, such as /proc, says of a new directory that there is none.
 */
export function makeFolder(path: string, mode?: number): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) {
    return;
  }
  const parent = dirname(resolve(path));
  if (parent !== resolve(path)) {
    makeFolder(parent, mode);
  }
  try {
    mkdirSync(path, mode);
  } catch (error) {
    explain(error as NodeJS.ErrnoException, path);
  }
}

function explain(error: NodeJS.ErrnoException, path: string): void {
  if (error.code === "ENOENT") {
    throw new Error(`${path} cannot be made: no directories can be added to ${dirname(resolve(path))}`, {
      cause: error,
    });
  }
  // Another process may have made it just now.
  if (error.code !== "EEXIST" || statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw error;
  }
}
