import { lchown, lstat, readlink, rename, symlink, unlink } from "node:fs/promises";
import type { Directory } from "./directory.ts";
import type { Ownership } from "./ownership.ts";
import { hasCode } from "./volume-error.ts";

export const DATA = "..data";
/** Temporary name of a link, before it is renamed over another entry. */
export const LINK_IN_THE_MAKING = "..link_tmp";

/** Target of a link; undefined if the name does not exist or is no link. */
export async function readLink(directory: Directory, name: string): Promise<string | undefined> {
  try {
    return await readlink(directory.at(name));
  } catch (error) {
    if (hasCode(error, "ENOENT", "EINVAL")) {
      return undefined;
    }
    throw error;
  }
}

export interface LinkReport {
  readonly changed: number;
  /** Names blocked by a directory that is not the volume's, such as a mount point. */
  readonly blocked: readonly string[];
}

/** Creates a link into the data for every name of the set. An existing file or link is replaced atomically. */
export async function makeLinks(
  volume: Directory,
  names: Iterable<string>,
  owner: Ownership["link"],
): Promise<LinkReport> {
  const blocked: string[] = [];
  let changed = 0;
  for (const name of names) {
    const target = `${DATA}/${name}`;
    if ((await readLink(volume, name)) === target) {
      continue;
    }
    if (await isDirectory(volume, name)) {
      blocked.push(name);
      continue;
    }
    await symlink(target, volume.at(LINK_IN_THE_MAKING));
    if (owner.uid !== undefined || owner.gid !== undefined) {
      await lchown(volume.at(LINK_IN_THE_MAKING), owner.uid ?? -1, owner.gid ?? -1);
    }
    await rename(volume.at(LINK_IN_THE_MAKING), volume.at(name));
    changed += 1;
  }
  return { changed, blocked };
}

/**
 * Removes the links of removed names. Only links that are exactly the writer's own are removed: other files and mount
 * points stay. Checking the links instead of the old data also finds leftovers of a crash.
 */
export async function removeLinks(volume: Directory, names: { has(name: string): boolean }): Promise<number> {
  let removed = 0;
  for (const name of await volume.names()) {
    if (!names.has(name) && (await readLink(volume, name)) === `${DATA}/${name}`) {
      await unlink(volume.at(name));
      removed += 1;
    }
  }
  return removed;
}

async function isDirectory(volume: Directory, name: string): Promise<boolean> {
  try {
    return (await lstat(volume.at(name))).isDirectory();
  } catch (error) {
    if (hasCode(error, "ENOENT")) {
      return false;
    }
    throw error;
  }
}
