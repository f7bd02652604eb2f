import { rmSync } from "node:fs";
import type { Guarded } from "./guard.ts";

const pids = new Set<number>();
const folders = new Set<string>();

process.on("message", ({ pid, isEnded, folder }: Guarded) => {
  if (pid !== undefined) {
    isEnded ? pids.delete(pid) : pids.add(pid);
  }
  if (folder !== undefined) {
    folders.add(folder);
  }
});

// A Ctrl-C in the terminal reaches this process too: it still has to clean up.
process.on("SIGINT", () => {});

process.once("disconnect", () => {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  process.exit(0);
});
