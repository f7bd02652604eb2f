import { existsSync, constants as flags } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readdir } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, normalize, sep } from "node:path";
import { hasCode, VolumeError } from "./volume-error.ts";

/**
 * An open directory. Its entries are accessed through the open handle and not through its path, so that a process that
 * moves the directory, or replaces it by a link, cannot redirect a write or a removal: the purpose of openat(2), which
 * Node lacks. Linux resolves `/proc/self/fd/N/name` in exactly that way. Elsewhere paths are used, and the guarantee is
 * only that no segment was a link when it was opened.
 */
export class Directory {
  readonly handle: FileHandle;
  readonly #base: string;

  private constructor(handle: FileHandle, path: string) {
    this.handle = handle;
    this.#base = HAS_DESCRIPTOR_PATHS ? `/proc/self/fd/${handle.fd}` : path;
  }

  /** Opens a directory. Refuses a link as the last segment; earlier segments are trusted. */
  static async open(path: string): Promise<Directory> {
    return new Directory(await open(path, flags.O_RDONLY | flags.O_DIRECTORY | flags.O_NOFOLLOW), path);
  }

  /** Path of an entry, valid for one system call. */
  at(name: string): string {
    return `${this.#base}/${name}`;
  }

  openDirectory(name: string): Promise<Directory> {
    return Directory.open(this.at(name));
  }

  names(): Promise<string[]> {
    return readdir(`${this.#base}/`);
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

const HAS_DESCRIPTOR_PATHS = process.platform === "linux" && existsSync("/proc/self/fd");

/** Runs `act` with a directory, which is closed afterwards even if `act` throws. */
export async function withDirectory<T>(opened: Promise<Directory>, act: (directory: Directory) => Promise<T>) {
  const directory = await opened;
  try {
    return await act(directory);
  } finally {
    await directory.close();
  }
}

/** Opens a directory; undefined if it does not exist, or if the name is that of something else, such as a link. */
export async function openIfDirectory(parent: Directory, name: string): Promise<Directory | undefined> {
  try {
    return await parent.openDirectory(name);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "ELOOP")) {
      return undefined;
    }
    throw error;
  }
}

const VOLUME_MODE = 0o755;

export interface DirectoryPlace {
  readonly directory: string;
  /** Trusted root: every segment of `directory` below it must be a directory and not a link. */
  readonly root?: string | undefined;
  /** Mode of the directories created between the root and the volume's own, which gets 0755. 0755 if absent. */
  readonly parentMode?: number | undefined;
}

/** Opens a volume's directory; below a root, missing directories are created. */
export async function openPlace({ directory, root, parentMode }: DirectoryPlace): Promise<Directory> {
  try {
    return root === undefined
      ? await openPlain(directory)
      : await openBelow(root, elementsBelow(root, directory), parentMode ?? VOLUME_MODE);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "ELOOP")) {
      const message = `${directory} is no directory, or is behind a symbolic link`;
      throw new VolumeError("no-directory", message, { cause: error });
    }
    throw error;
  }
}

/** Opens a directory without a slash at the end of the path, which would make the system follow a link. */
function openPlain(directory: string): Promise<Directory> {
  const path = normalize(directory);
  return Directory.open(basename(path) === "" ? path : join(dirname(path), basename(path)));
}

async function openBelow(root: string, elements: readonly string[], parentMode: number): Promise<Directory> {
  let place = await Directory.open(`${root}/.`);
  for (const [index, element] of elements.entries()) {
    const parent = place;
    place = await withDirectory(Promise.resolve(parent), async () => {
      await makeIfMissing(parent, element, index === elements.length - 1 ? VOLUME_MODE : parentMode);
      return parent.openDirectory(element);
    });
  }
  return place;
}

async function makeIfMissing(parent: Directory, name: string, mode: number): Promise<void> {
  try {
    await lstat(parent.at(name));
  } catch (error) {
    if (!hasCode(error, "ENOENT")) {
      throw error;
    }
    await mkdir(parent.at(name), mode).catch((failure) => {
      if (!hasCode(failure, "EEXIST")) {
        throw failure;
      }
    });
  }
}

function elementsBelow(root: string, directory: string): string[] {
  const from = normalize(`${root}/`);
  const to = normalize(`${directory}/`);
  if (!isAbsolute(to) || !to.startsWith(from)) {
    throw new VolumeError("no-directory", `${directory} is not below ${root}`);
  }
  return to
    .slice(from.length)
    .split(sep)
    .filter((element) => element !== "");
}
