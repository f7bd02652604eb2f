/** Source of time and of timers. Passed in, so that a test can control time. */
export interface Clock {
  now(): Date;
  /** Milliseconds that never go back, from an arbitrary start: for measuring how long something took. */
  monotonicMs(): number;
  /** Calls `callback` once, `delayMs` from now at the earliest, unless the timer is canceled before. */
  setTimer(delayMs: number, callback: () => void): Timer;
}

export interface Timer {
  /** Does nothing when the timer has fired or was canceled before. */
  cancel(): void;
}

/** Timers of a runtime; `globalThis` of Node and of browsers is one. */
export interface TimerHost {
  setTimeout(callback: () => void, delayMs: number): unknown;
  clearTimeout(handle: never): void;
  readonly performance: { now(): number };
}

/** Longer delays would fire at once: runtimes count them in 32 bits. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** The real time of `host`, or of the runtime. Its timers keep a process alive until they fire or are canceled. */
export function createSystemClock(host = globalThis as unknown as TimerHost): Clock {
  return {
    now: () => new Date(),
    monotonicMs: () => host.performance.now(),
    setTimer: (delayMs, callback) => startTimer(host, delayMs, callback),
  };
}

function startTimer(host: TimerHost, delayMs: number, callback: () => void): Timer {
  let handle: unknown;
  const wait = (leftMs: number): void => {
    const stepMs = Math.min(leftMs, LONGEST_DELAY_MS);
    handle = host.setTimeout(() => (leftMs > stepMs ? wait(leftMs - stepMs) : callback()), stepMs);
  };
  wait(Math.max(delayMs, 0));
  return { cancel: () => host.clearTimeout(handle as never) };
}
