import { type Directory, openIfDirectory, withDirectory } from "./directory.ts";
import { openIfFile } from "./holds-tree.ts";
import { checkPath } from "./payload-tree.ts";

/** Maximum size of a file: Kubernetes limits the data of an object to 1 MiB. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Content of the files of a generation by path; missing files are left out. Follows no link. */
export async function readFiles(
  volume: Directory,
  generation: string,
  paths: Iterable<string>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const path of paths) {
    const bytes = await readBelow(volume, [generation, ...checkPath(path)]);
    if (bytes !== undefined) {
      found.set(path, bytes);
    }
  }
  return found;
}

async function readBelow(parent: Directory, [name = "", ...rest]: readonly string[]): Promise<Uint8Array | undefined> {
  if (rest.length === 0) {
    return readFile(parent, name);
  }
  const child = await openIfDirectory(parent, name);
  return child === undefined ? undefined : withDirectory(Promise.resolve(child), () => readBelow(child, rest));
}

async function readFile(parent: Directory, name: string): Promise<Uint8Array | undefined> {
  const handle = await openIfFile(parent, name);
  if (handle === undefined) {
    return undefined;
  }
  try {
    const stats = await handle.stat();
    return stats.isFile() && stats.size <= MAX_BYTES ? await handle.readFile() : undefined;
  } finally {
    await handle.close();
  }
}
