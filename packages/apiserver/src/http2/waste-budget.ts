/** Frames that mean nothing, and requests that are taken back, may come so often at once, and so often a second. */
const BURST = 1000;
const PER_SECOND = 33;

/** Counts what a client makes the server do in vain. */
export interface WasteBudget {
  /** False once it was too often. */
  spend(): boolean;
}

export function createWasteBudget(monotonicMs: () => number): WasteBudget {
  let left = BURST;
  let countedMs = monotonicMs();
  return {
    spend() {
      const nowMs = monotonicMs();
      left = Math.min(BURST, left + ((nowMs - countedMs) / 1000) * PER_SECOND) - 1;
      countedMs = nowMs;
      return left >= 0;
    },
  };
}
