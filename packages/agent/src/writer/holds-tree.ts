import { constants as flags } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { VolumeFile } from "../volumes/payload.ts";
import { type Directory, openIfDirectory, withDirectory } from "./directory.ts";
import { hasAttributes, type Ownership } from "./ownership.ts";
import { isTree, type PayloadTree } from "./payload-tree.ts";
import { hasCode } from "./volume-error.ts";

/** Size of reads: it fits into a processor cache, and a file of 1 MiB takes 16 reads. */
const CHUNK_BYTES = 64 * 1024;

/** Whether a directory contains exactly this tree, with these owners and modes. Reads no file into memory. */
export async function holdsTree(directory: Directory, tree: PayloadTree, ownership: Ownership): Promise<boolean> {
  const names = await directory.names();
  if (!hasAttributes(await directory.handle.stat(), ownership.directory) || names.length !== tree.size) {
    return false;
  }
  for (const [name, node] of tree) {
    const isSame = isTree(node)
      ? await holdsDirectory(directory, name, { tree: node, ownership })
      : await holdsFile(directory, name, { file: node, ownership });
    if (!isSame) {
      return false;
    }
  }
  return true;
}

async function holdsDirectory(
  parent: Directory,
  name: string,
  { tree, ownership }: { readonly tree: PayloadTree; readonly ownership: Ownership },
): Promise<boolean> {
  const child = await openIfDirectory(parent, name);
  return child !== undefined && withDirectory(Promise.resolve(child), () => holdsTree(child, tree, ownership));
}

async function holdsFile(
  parent: Directory,
  name: string,
  { file, ownership }: { readonly file: VolumeFile; readonly ownership: Ownership },
): Promise<boolean> {
  const handle = await openIfFile(parent, name);
  if (handle === undefined) {
    return false;
  }
  try {
    const stats = await handle.stat();
    const isAlike = stats.isFile() && stats.size === file.bytes.length && hasAttributes(stats, ownership.file(file));
    return isAlike && (await hasBytes(handle, file.bytes));
  } finally {
    await handle.close();
  }
}

/** Opens a file; undefined if it does not exist or cannot be read. A link is not followed. */
export async function openIfFile(parent: Directory, name: string): Promise<FileHandle | undefined> {
  try {
    // O_NONBLOCK: a pipe in place of a file must not block the writer.
    return await open(parent.at(name), flags.O_RDONLY | flags.O_NOFOLLOW | flags.O_NONBLOCK);
  } catch (error) {
    // A file without read permission cannot be compared: it is written again.
    if (hasCode(error, "ENOENT", "ENOTDIR", "ELOOP", "ENXIO", "EACCES")) {
      return undefined;
    }
    throw error;
  }
}

async function hasBytes(handle: FileHandle, bytes: Uint8Array): Promise<boolean> {
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(bytes.length, 1)));
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, done);
    const wanted = bytes.subarray(done, done + bytesRead);
    if (bytesRead === 0 || wanted.length !== bytesRead || chunk.compare(wanted, 0, bytesRead, 0, bytesRead) !== 0) {
      return false;
    }
    done += bytesRead;
  }
  return true;
}
