import { setTimeout as pause } from "node:timers/promises";

/**
 * Time limit of waits. All unsuccessful waits of a scenario share a total time: if a server lacks a whole feature, only
 * the first waits take their full time.
 */
export interface Patience {
  /** Begins a wait that ends after `timeoutMs`, or earlier if the total time is nearly used up. */
  start(timeoutMs: number | undefined): Wait;
  /** Runs `work` with its allowed time. The time counts if the result is a rejection or not `enough`. */
  spend<T>(timeoutMs: number, work: (allowedMs: number) => Promise<T>, enough?: (result: T) => boolean): Promise<T>;
}

export interface Wait {
  /** Pauses, longer each time; returns false once the wait is over. */
  again(pollMs: number): Promise<boolean>;
}

/** Minimum wait for a late event, even if the total time is used up. */
const LEAST_MS = 500;
const LONGEST_POLL_MS = 100;

export interface PatienceOptions {
  /** Maximum time of one wait. */
  readonly maxWaitMs: number;
  /** Maximum total time of the waits in a scenario. */
  readonly purseMs: number;
}

export function createPatience({ maxWaitMs, purseMs }: PatienceOptions): Patience {
  let leftMs = purseMs;
  const allow = (timeoutMs: number): number => Math.min(timeoutMs, Math.max(leftMs, LEAST_MS));
  const start = (timeoutMs = maxWaitMs): Wait => {
    const allowedMs = allow(Math.min(timeoutMs, maxWaitMs));
    const deadline = performance.now() + allowedMs;
    let growth = 1;
    const again = async (pollMs: number): Promise<boolean> => {
      if (performance.now() >= deadline) {
        leftMs -= allowedMs;
        return false;
      }
      await pause(Math.min(pollMs * growth, LONGEST_POLL_MS));
      growth *= 1.5;
      return true;
    };
    return { again };
  };
  const spend: Patience["spend"] = async (timeoutMs, work, enough = () => true) => {
    const before = performance.now();
    let isInVain = true;
    try {
      const result = await work(allow(timeoutMs));
      isInVain = !enough(result);
      return result;
    } finally {
      leftMs -= isInVain ? performance.now() - before : 0;
    }
  };
  return { start, spend };
}
