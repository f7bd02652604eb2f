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

// Whoever interrupts the parent from a terminal interrupts this too: there is still something to do.
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
