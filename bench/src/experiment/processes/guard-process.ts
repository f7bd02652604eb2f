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

// Ctrl-C in a terminal is sent to this process too, which must still clean up.
process.on("SIGINT", () => {});

process.once("disconnect", () => {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The program has ended already.
    }
  }
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  process.exit(0);
});
