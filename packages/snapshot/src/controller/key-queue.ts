import type { Clock, Timer } from "@kiln/api";

export interface KeyQueueOptions {
  readonly clock: Clock;
  /** At a time. */
  readonly width: number;
  /** What it rejects with is told to `onError`, and it is called again later with the same key. */
  readonly work: (key: string) => Promise<void>;
  readonly onError: (error: unknown, key: string) => void;
}

/** Work by key: each is worked on by one at a time, and at least once after it was last added. */
export interface KeyQueue {
  add(key: string): void;
  /** Nothing is begun any more. */
  stop(): void;
  /** Resolves when nothing waits or is under way, but for what failed and waits for its time. */
  idle(): Promise<void>;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 60_000;

export function createKeyQueue({ clock, width, work, onError }: KeyQueueOptions): KeyQueue {
  const waiting = new Set<string>();
  const running = new Set<string>();
  const failures = new Map<string, number>();
  const timers = new Map<string, Timer>();
  let isStopped = false;
  let wakers: (() => void)[] = [];

  const retry = (key: string) => {
    const times = (failures.get(key) ?? 0) + 1;
    failures.set(key, times);
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(times, 20), LAST_RETRY_MS);
    timers.get(key)?.cancel();
    timers.set(
      key,
      clock.setTimer(delayMs, () => {
        timers.delete(key);
        add(key);
      }),
    );
  };

  const runOne = async (key: string): Promise<void> => {
    try {
      await work(key);
      failures.delete(key);
    } catch (error) {
      onError(error, key);
      if (!isStopped) {
        retry(key);
      }
    }
    running.delete(key);
    pump();
  };

  const pump = () => {
    for (const key of waiting) {
      if (isStopped || running.size >= width) {
        break;
      }
      if (!running.has(key)) {
        waiting.delete(key);
        running.add(key);
        void runOne(key);
      }
    }
    if (running.size === 0 && (waiting.size === 0 || isStopped)) {
      const woken = wakers;
      wakers = [];
      for (const wake of woken) {
        wake();
      }
    }
  };

  const add = (key: string) => {
    waiting.add(key);
    pump();
  };

  return {
    add,
    stop() {
      isStopped = true;
      for (const timer of timers.values()) {
        timer.cancel();
      }
      timers.clear();
    },
    idle: () =>
      new Promise((resolve) => {
        wakers.push(resolve);
        pump();
      }),
  };
}
