import { watch } from "node:fs";
import { dirname, resolve } from "node:path";

/** Editors write a file in several steps: what follows within this belongs together. */
const SETTLE_MS = 20;

/** Calls after each change below the paths, one call at a time, until the process is asked to stop. */
export function watchPaths(paths: readonly string[], onChange: () => void | Promise<void>): Promise<void> {
  const folders = new Set(paths.map((path) => (/\.\w+$/.test(path) ? dirname(resolve(path)) : resolve(path))));
  return new Promise((finish) => {
    let timer: NodeJS.Timeout | undefined;
    let last = Promise.resolve();
    const run = () => {
      last = last.then(onChange);
    };
    const watchers = [...folders].map((folder) =>
      watch(folder, { recursive: true }, () => {
        clearTimeout(timer);
        timer = setTimeout(run, SETTLE_MS);
      }),
    );
    const stop = () => {
      clearTimeout(timer);
      for (const each of watchers) {
        each.close();
      }
      finish(last);
    };
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
  });
}
