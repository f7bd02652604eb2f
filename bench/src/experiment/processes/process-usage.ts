import { readdirSync, readFileSync } from "node:fs";

export interface ProcessUsage {
  readonly residentBytes: number;
  /** User and system time of all current threads. */
  readonly cpuSeconds: number;
}

const NONE: ProcessUsage = { residentBytes: 0, cpuSeconds: 0 };

/** Kernel statistics of a process; undefined after it ended. */
export function processUsage(pid: number | undefined): ProcessUsage {
  if (pid === undefined || pid === 0) {
    return NONE;
  }
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return {
      residentBytes: Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024,
      cpuSeconds: threadSeconds(pid) ?? tickSeconds(pid),
    };
  } catch {
    return NONE;
  }
}

/**
 * Processor time in nanoseconds, because an idle server uses less than a clock tick in a phase. Undefined if the kernel
 * does not report it.
 */
function threadSeconds(pid: number): number | undefined {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const text = tryRead(`/proc/${pid}/task/${thread}/schedstat`);
    if (text !== undefined) {
      nanoseconds += Number(text.split(" ")[0]);
    }
  }
  return nanoseconds === 0 ? undefined : nanoseconds / 1e9;
}

/** A thread may end while its statistics are read. */
function tryRead(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** Clock ticks a second: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

function tickSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The program's name, in brackets, may contain spaces; the fields after the closing bracket do not.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
