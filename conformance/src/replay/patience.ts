import { setTimeout as pause } from "node:timers/promises";

/**
 * How long a scenario waits for what may never come. All its waits share one purse: a server that lacks a whole feature
 * keeps the first of them waiting, not every one.
 */
export interface Patience {
  /** A wait that ends after `timeoutMs`, or sooner if the purse is nearly empty. */
  start(timeoutMs: number | undefined): Wait;
  /** Runs `work` with the time it may take, and pays for the time it took. */
  spend<T>(timeoutMs: number, work: (allowedMs: number) => Promise<T>): Promise<T>;
}

export interface Wait {
  /** Pauses, longer each time; false once it is over. */
  again(pollMs: number): Promise<boolean>;
}

/** Even an empty purse gives what is merely a little late its chance. */
const LEAST_MS = 500;
const LONGEST_POLL_MS = 100;

export interface PatienceOptions {
  /** For one condition. */
  readonly maxWaitMs: number;
  /** For everything that one scenario waits for. */
  readonly purseMs: number;
}

export function createPatience({ maxWaitMs, purseMs }: PatienceOptions): Patience {
  let leftMs = purseMs;
  const allow = (timeoutMs: number): number => Math.min(timeoutMs, Math.max(leftMs, LEAST_MS));
  const start = (timeoutMs = maxWaitMs): Wait => {
    const deadline = performance.now() + allow(Math.min(timeoutMs, maxWaitMs));
    let growth = 1;
    const again = async (pollMs: number): Promise<boolean> => {
      const before = performance.now();
      if (before >= deadline) {
        return false;
      }
      await pause(Math.min(pollMs * growth, LONGEST_POLL_MS));
      growth *= 1.5;
      leftMs -= performance.now() - before;
      return true;
    };
    return { again };
  };
  const spend = async <T>(timeoutMs: number, work: (allowedMs: number) => Promise<T>): Promise<T> => {
    const before = performance.now();
    try {
      return await work(allow(timeoutMs));
    } finally {
      leftMs -= performance.now() - before;
    }
  };
  return { start, spend };
}
