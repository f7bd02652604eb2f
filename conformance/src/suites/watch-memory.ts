import { readdirSync, readFileSync } from "node:fs";

const INTERVAL_MS = 500;
const SERVERS = /kube-apiserver|etcd|kiln\.mjs\0serve/;

/** Watches the servers among the descendants of this process. Linux only: undefined elsewhere. */
export function watchMemory(): { stop(): number | undefined } {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, serversKib());
  }, INTERVAL_MS);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      return most === 0 ? undefined : Math.round(most / 1024);
    },
  };
}

function serversKib(): number {
  const parents = new Map(processes().map((id) => [id, parentOf(id)]));
  const isOurs = (id: number): boolean => {
    for (
      let each: number | undefined = id, depth = 0;
      each !== undefined && depth < 64;
      each = parents.get(each), depth += 1
    ) {
      if (each === process.pid) {
        return true;
      }
    }
    return false;
  };
  return [...parents.keys()]
    .filter((id) => id !== process.pid && isOurs(id) && SERVERS.test(readProc(id, "cmdline")))
    .reduce((sum, id) => sum + Number(/^Pss:\s+(\d+)/m.exec(readProc(id, "smaps_rollup"))?.[1] ?? 0), 0);
}

function processes(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function parentOf(id: number): number | undefined {
  const stat = readProc(id, "stat");
  const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  return parent > 1 ? parent : undefined;
}

/** Text of a file in /proc; empty if the process has ended. */
function readProc(id: number, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, "utf8");
  } catch {
    return "";
  }
}
