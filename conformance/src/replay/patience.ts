import { setTimeout as pause } from "node:timers/promises";

/**
 * How long a scenario waits for what may never come. All waits in vain are paid from one purse: a server that lacks a
 * whole feature keeps the first of them waiting, not every one.
 */
export interface Patience {
  /** A wait that ends after `timeoutMs`, or sooner if the purse is nearly empty. */
  start(timeoutMs: number | undefined): Wait;
  /** Runs `work` with the time it may take, and pays for that time if it was in vain: rejected, or not `enough`. */
  spend<T>(timeoutMs: number, work: (allowedMs: number) => Promise<T>, enough?: (result: T) => boolean): Promise<T>;
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
