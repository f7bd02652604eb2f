import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

/** Processor time of one request on the main thread. */
export interface Cost {
  /** Processor time of this thread until the answer was complete. */
  readonly cpuMs: number;
  /** Longest time in which no other work could run: from one turn of the event loop to the next. */
  readonly holdMs: number;
}

/**
 * Runs the work and measures it. A second task takes every turn of the event loop that the work leaves. A hold is the
 * smaller of processor time and wall time between two turns: other processes and threads do not count.
 */
export async function measure(work: () => Promise<unknown>): Promise<Cost> {
  const ticks = startTicks();
  const start = threadCpuMs();
  await work();
  return { cpuMs: threadCpuMs() - start, holdMs: await ticks.stop() };
}

/**
 * Processor time of this thread; of the whole process on systems that do not report it by thread. Other tests run on
 * other threads.
 */
const threadCpuMs: () => number = hasThreadStatistics() ? readThreadCpuMs : readProcessCpuMs;

function hasThreadStatistics(): boolean {
  try {
    return readThreadCpuMs() > 0;
  } catch {
    return false;
  }
}

function readThreadCpuMs(): number {
  const [nanoseconds = "0"] = readFileSync("/proc/thread-self/schedstat", "utf8").split(" ");
  return Number(nanoseconds) / 1e6;
}

function readProcessCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

interface Ticks {
  /** The longest hold so far, in milliseconds. */
  stop(): Promise<number>;
}

function startTicks(): Ticks {
  let isOver = false;
  let longestMs = 0;
  let last = now();
  const ended = new Promise<void>((resolve) => {
    const tick = () => {
      const next = now();
      longestMs = Math.max(longestMs, Math.min(next.cpuMs - last.cpuMs, next.wallMs - last.wallMs));
      last = now();
      if (isOver) {
        resolve();
      } else {
        setImmediate(tick);
      }
    };
    setImmediate(tick);
  });
  return {
    stop: async () => {
      isOver = true;
      await ended;
      return longestMs;
    },
  };
}

function now(): { readonly cpuMs: number; readonly wallMs: number } {
  return { cpuMs: threadCpuMs(), wallMs: performance.now() };
}
