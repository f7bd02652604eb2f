import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Creates a directory and its parents, unless they exist. Node's recursive option never ends on a file system, such as
 * /proc, that does not list a directory it claims to have created.
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
  // Another process may have created it meanwhile.
  if (error.code !== "EEXIST" || statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw error;
  }
}
