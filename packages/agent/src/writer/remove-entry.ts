import { rmdir, unlink } from "node:fs/promises";
import { type Directory, openIfDirectory, withDirectory } from "./directory.ts";
import { hasCode } from "./volume-error.ts";

/**
 * Removes a file, a link (never its target) or a directory with its content, if it exists. Node's own recursive removal
 * checks first and uses paths later: a link created in between would redirect it.
 */
export async function removeEntry(parent: Directory, name: string): Promise<void> {
  if (await isUnlinked(parent, name)) {
    return;
  }
  const child = await openIfDirectory(parent, name);
  if (child !== undefined) {
    await withDirectory(Promise.resolve(child), async () => {
      for (const inner of await child.names()) {
        await removeEntry(child, inner);
      }
    });
    await rmdir(parent.at(name));
  }
}

/** Removes a file or link; false for a directory. */
async function isUnlinked(parent: Directory, name: string): Promise<boolean> {
  try {
    await unlink(parent.at(name));
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT")) {
      return true;
    }
    // Linux returns EISDIR, other systems EPERM.
    if (hasCode(error, "EISDIR", "EPERM")) {
      return false;
    }
    throw error;
  }
}
