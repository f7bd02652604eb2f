import { readFileSync } from "node:fs";

export interface ProcessUsage {
  readonly residentBytes: number;
  /** User and system, of all threads. */
  readonly cpuSeconds: number;
}

/** Clock ticks a second: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
const NONE: ProcessUsage = { residentBytes: 0, cpuSeconds: 0 };

/** What the kernel says of a process; nothing of one that has ended. */
export function processUsage(pid: number | undefined): ProcessUsage {
  if (pid === undefined || pid === 0) {
    return NONE;
  }
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program's name may hold spaces; what follows its closing bracket does not.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return {
      residentBytes: Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024,
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    };
  } catch {
    return NONE;
  }
}
