import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Time within which changes belong together: editors write a file in several steps. */
const SETTLE_MS = 20;

export interface WatchOptions {
  /** Whether to include subfolders. */
  readonly isRecursive: boolean;
  /** Pattern of relevant file names in folders; changes of others, such as logs, are ignored. */
  readonly names: RegExp;
  /**
   * Called after a change. Must not throw for a temporary error: a file that is being written may be missing for a
   * moment.
   */
  readonly onChange: () => void | Promise<void>;
}

/**
 * Calls `onChange` after each change of a file, or of anything in a folder, one call at a time, until a signal stops
 * the process.
 */
export function watchPaths(paths: readonly string[], options: WatchOptions): Promise<void> {
  const { isRecursive, names, onChange } = options;
  const watchers: Watchers = new Map();
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();
  return new Promise<void>((finish, fail) => {
    const changed = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (isRecursive) {
          watchAll();
        }
        last = last.then(onChange);
        last.catch(fail);
      }, SETTLE_MS);
    };
    const watchAll = () => {
      for (const path of paths) {
        watchPath(resolve(path), { watchers, isRecursive, names, changed });
      }
    };
    watchAll();
    // Printed when all watches are active: a program that waits for this line may change a file at once.
    process.stderr.write("watching; press Ctrl-C to stop\n");
    const stop = () => finish(last);
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
  }).finally(() => {
    clearTimeout(timer);
    for (const each of watchers.values()) {
      each.close();
    }
  });
}

/** Watchers by path. */
type Watchers = Map<string, FSWatcher>;

interface Watching {
  readonly watchers: Watchers;
  readonly isRecursive: boolean;
  readonly names: RegExp;
  readonly changed: () => void;
}

/** Folders that are not watched: they contain many files and no sources. */
const PASSED_OVER = new Set([".git", "node_modules"]);

/** Adds a watcher for a path, unless it has one. */
function watchPath(path: string, watching: Watching): void {
  const { watchers, isRecursive, names, changed } = watching;
  const isFolder = isDirectory(path);
  // Watches folders instead of files: many editors replace a file, after which Node's recursive watch no longer sees
  // it.
  if (!watchers.has(path)) {
    const counts = (name: string) =>
      isFolder ? names.test(name) || (isRecursive && isDirectory(join(path, name))) : name === basename(path);
    const watcher = watch(isFolder ? path : dirname(path), (_, name) => {
      if (name === null || counts(name)) {
        changed();
      }
    });
    // A deleted folder ends its watcher.
    watcher.on("error", () => watchers.delete(path));
    watchers.set(path, watcher);
  }
  for (const entry of isFolder && isRecursive ? readdirSync(path, { withFileTypes: true }) : []) {
    if (entry.isDirectory() && !PASSED_OVER.has(entry.name)) {
      watchPath(join(path, entry.name), watching);
    }
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
