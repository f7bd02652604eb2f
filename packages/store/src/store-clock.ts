/** Time as a store sees it: for expiry and for compaction by age. Tests pass one that they turn by hand. */
export interface StoreClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back about every `intervalMs` until the returned function is called; never keeps a process alive. */
  every(intervalMs: number, callback: () => void): () => void;
}

export function createSystemClock(): StoreClock {
  return {
    now: () => Date.now(),
    every(intervalMs, callback) {
      const timer = setInterval(callback, intervalMs);
      // A browser's timer is a number and holds nothing up.
      if (typeof timer === "object") timer.unref();
      return () => clearInterval(timer);
    },
  };
}
