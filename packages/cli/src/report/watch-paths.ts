import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Editors write a file in several steps: changes within this time belong together. */
const SETTLE_MS = 20;

export interface WatchOptions {
  /** Whether to include subfolders. */
  readonly isRecursive: boolean;
  /** Names of relevant files in folders: others, such as logs, are ignored. */
  readonly names: RegExp;
  /** Must not throw for a temporary error: a file that is being written may be missing for a moment. */
  readonly onChange: () => void | Promise<void>;
}

/** Calls after each change of a file, or of anything in a folder, one call at a time, until the process is asked to stop. */
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
    // Printed last: a program that reads this may change a file at once.
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

/** By path. */
type Watchers = Map<string, FSWatcher>;

interface Watching {
  readonly watchers: Watchers;
  readonly isRecursive: boolean;
  readonly names: RegExp;
  readonly changed: () => void;
}

/** Folders without sources and with many files. */
const PASSED_OVER = new Set([".git", "node_modules"]);

/** Changes the map: watched paths are left alone. */
function watchPath(path: string, watching: Watching): void {
  const { watchers, isRecursive, names, changed } = watching;
  const isFolder = isDirectory(path);
  // Watches each folder, never a file: many editors replace files, which Node's own recursion loses.
  if (!watchers.has(path)) {
    const counts = (name: string) =>
      isFolder ? names.test(name) || (isRecursive && isDirectory(join(path, name))) : name === basename(path);
    const watcher = watch(isFolder ? path : dirname(path), (_, name) => {
      if (name === null || counts(name)) {
        changed();
      }
    });
    // A folder that goes away ends its watcher.
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
