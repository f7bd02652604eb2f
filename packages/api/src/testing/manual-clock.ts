import type { Clock } from "../time/clock.ts";

/** Clock for tests, which stands still until a test advances it. */
export interface ManualClock extends Clock {
  /** Advances the clock; timers fire in the order of their due times, each at its own time. */
  advance(ms: number): void;
  /** Number of timers that have not fired. */
  pendingTimers(): number;
}

interface Waiting {
  readonly dueMs: number;
  readonly callback: () => void;
}

export function createManualClock(start: Date): ManualClock {
  const startMs = start.getTime();
  const waiting = new Set<Waiting>();
  let nowMs = startMs;
  return {
    now: () => new Date(nowMs),
    monotonicMs: () => nowMs - startMs,
    setTimer(delayMs, callback) {
      const timer = { dueMs: nowMs + Math.max(delayMs, 0), callback };
      waiting.add(timer);
      return { cancel: () => waiting.delete(timer) };
    },
    advance(ms) {
      const untilMs = nowMs + ms;
      for (let timer = earliest(waiting, untilMs); timer; timer = earliest(waiting, untilMs)) {
        waiting.delete(timer);
        nowMs = timer.dueMs;
        timer.callback();
      }
      nowMs = untilMs;
    },
    pendingTimers: () => waiting.size,
  };
}

/** Next timer to fire; of equal due times the one set first. */
function earliest(waiting: ReadonlySet<Waiting>, untilMs: number): Waiting | undefined {
  let first: Waiting | undefined;
  for (const timer of waiting) {
    if (timer.dueMs <= untilMs && (first === undefined || timer.dueMs < first.dueMs)) {
      first = timer;
    }
  }
  return first;
}
