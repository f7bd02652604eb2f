import type { Clock, Timer } from "@kiln/api";

/** Time source of a store: for expiry and for compaction by age. Tests pass one that they advance. */
export interface StoreClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back about every `intervalMs` until the returned function is called; never keeps a process alive. */
  every(intervalMs: number, callback: () => void): () => void;
}

export function createStoreClock(): StoreClock {
  return {
    // Monotonic since the start of the process: setting the system's clock must not end or prolong history and times to
    // live.
    now: () => Math.floor(performance.timeOrigin + performance.now()),
    every(intervalMs, callback) {
      const timer = setInterval(callback, intervalMs);
      // A timer of Node must not keep the process alive; a browser's is a number and does not.
      if (typeof timer === "object") timer.unref();
      return () => clearInterval(timer);
    },
  };
}

/** Store clock based on `clock`. Its timers keep the process alive, as all timers of `clock` do. */
export function toStoreClock(clock: Clock): StoreClock {
  return {
    now: () => clock.now().getTime(),
    every(intervalMs, callback) {
      let timer: Timer;
      const tick = () => {
        timer = clock.setTimer(intervalMs, tick);
        callback();
      };
      timer = clock.setTimer(intervalMs, tick);
      return () => timer.cancel();
    },
  };
}
