import type { StoreClock } from "../store-clock.ts";

/** A clock that stands still until a test advances it. */
export interface FakeClock extends StoreClock {
  /** Advances the time and runs due timers, each at most once. */
  advance(milliseconds: number): void;
}

export function createFakeClock(startMs = 1_700_000_000_000): FakeClock {
  const callbacks = new Set<() => void>();
  let now = startMs;
  return {
    now: () => now,
    every(_intervalMs, callback) {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
    advance(milliseconds) {
      now += milliseconds;
      for (const callback of callbacks) callback();
    },
  };
}
