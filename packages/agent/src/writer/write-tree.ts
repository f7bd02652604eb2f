import { constants as flags } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import type { VolumeFile } from "../volumes/payload.ts";
import { type Directory, withDirectory } from "./directory.ts";
import { type Ownership, setAttributes } from "./ownership.ts";
import { isTree, type PayloadTree } from "./payload-tree.ts";

export interface WriteOptions {
  readonly ownership: Ownership;
  /** Whether every file is fsynced before the function returns. */
  readonly isSynced: boolean;
  /** Called before each file. */
  onFile(): void;
}

/** Writes the tree into an empty directory. The caller sets the attributes of that directory. */
export async function writeTree(directory: Directory, tree: PayloadTree, options: WriteOptions): Promise<void> {
  for (const [name, node] of tree) {
    if (isTree(node)) {
      await mkdir(directory.at(name), 0o700);
      await withDirectory(directory.openDirectory(name), async (child) => {
        await writeTree(child, node, options);
        await setAttributes(child.handle, options.ownership.directory);
      });
    } else {
      options.onFile();
      await writeFile(directory, name, { file: node, options });
    }
  }
  if (options.isSynced) {
    await directory.handle.sync();
  }
}

async function writeFile(
  directory: Directory,
  name: string,
  { file, options }: { readonly file: VolumeFile; readonly options: WriteOptions },
): Promise<void> {
  const handle = await open(
    directory.at(name),
    flags.O_WRONLY | flags.O_CREAT | flags.O_EXCL | flags.O_NOFOLLOW,
    0o600,
  );
  try {
    for (let done = 0; done < file.bytes.length; ) {
      const { bytesWritten } = await handle.write(file.bytes, done, file.bytes.length - done);
      done += bytesWritten;
    }
    await setAttributes(handle, options.ownership.file(file));
    if (options.isSynced) {
      await handle.sync();
    }
  } finally {
    await handle.close();
  }
}
