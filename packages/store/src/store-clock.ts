import type { Clock, Timer } from "@kiln/api";

/** Time as a store sees it: for expiry and for compaction by age. Tests pass one that they turn by hand. */
export interface StoreClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back about every `intervalMs` until the returned function is called; never keeps a process alive. */
  every(intervalMs: number, callback: () => void): () => void;
}

export function createStoreClock(): StoreClock {
  return {
    // Counts on from the start of the process: a clock that is set while it runs must not end or prolong what lasts a
    // while, such as history and times to live.
    now: () => Math.floor(performance.timeOrigin + performance.now()),
    every(intervalMs, callback) {
      const timer = setInterval(callback, intervalMs);
      // A browser's timer is a number and holds nothing up.
      if (typeof timer === "object") timer.unref();
      return () => clearInterval(timer);
    },
  };
}

/** The time of `clock`, whose timers then keep a process alive as they would for anything else. */
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
