/** Source of time and of timers. Passed in, so that a test can control time. */
export interface Clock {
  now(): Date;
  /** Milliseconds since an arbitrary start that never decrease, to measure durations. */
  monotonicMs(): number;
  /** Calls `callback` once, `delayMs` from now at the earliest, unless the timer is canceled before. */
  setTimer(delayMs: number, callback: () => void, options?: TimerOptions): Timer;
}

export interface TimerOptions {
  /** A heartbeat: a clock that is moved by hours fires it once, at the end, and not for every interval passed. */
  readonly isPeriodic?: boolean;
}

export interface Timer {
  /** Cancels the timer; without effect if it has fired or was canceled before. */
  cancel(): void;
}

/** Timers of a runtime, such as `globalThis` of Node and browsers. */
export interface TimerHost {
  setTimeout(callback: () => void, delayMs: number): unknown;
  clearTimeout(handle: never): void;
  readonly performance: { now(): number };
}

/** Maximum delay of a timer: runtimes count delays in 32 bits and fire longer ones at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** Clock of `host`, by default of the runtime. Its timers keep a process alive until they fire or are canceled. */
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
